-- More pictures of a product, each with its words: [[path, alternative text], ..]. The first picture stays in "image".
ALTER TABLE "product" ADD COLUMN "gallery" JSONB NOT NULL DEFAULT '[]';
