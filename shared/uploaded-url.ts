/** The address of one size of an uploaded picture, with the picture's id. Apart from the schemas, which the gateway does without. */
export const uploadedUrl = /^\/api\/media\/([0-9a-f]{24})\/(?:avatar|card|cover)\.(?:avif|webp)$/;
