// Apart from the card: its skeleton would otherwise bring the card's scripts along.

/** Price and button: side by side where the longest price leaves room for it, else below each other on every card. */
export const footClass = 'flex flex-col gap-2.5 @2xs:flex-row @2xs:items-center @2xs:justify-between';
