import { z } from 'zod';

type Json = z.core.JSONSchema.BaseSchema;

/** For texts that are a little too long, whose field the answer names, and for line breaks and spaces. */
const slackBytes = 4000;
/** For fields that nobody reads, where a schema lets them through. */
const unreadBytes = 4000;
/** For texts whose schema has no length that JSON Schema can say: addresses. */
const usualLength = 2048;
/** For lists whose schema has no length: choices among a few words. */
const usualItems = 20;
/** A character that the client has escaped: `\u0041`. */
const escapedBytes = 6;

/** The most bytes that a body of this schema needs, with every field at its maximum length and all free text escaped. */
export function bodyLimitOf(schema: z.ZodType): number {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return slackBytes + bytesOf(described, described.$defs ?? {});
}

function bytesOf(schema: Json | boolean, definitions: Readonly<Record<string, Json>>): number {
  if (typeof schema === 'boolean') return schema ? unreadBytes : 0;
  const size = (part: Json | boolean | undefined) => bytesOf(part ?? {}, definitions);
  const { $ref, anyOf, oneOf, allOf, properties = {}, additionalProperties, items } = schema;
  if ($ref !== undefined) return size(definitions[$ref.replace('#/$defs/', '')]);
  const choices = anyOf ?? oneOf;
  if (choices) return Math.max(...choices.map(size));
  if (allOf) return sum(allOf.map(size));
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words) return Math.max(...words.map((word) => JSON.stringify(word).length * escapedBytes));
  switch (schema.type) {
    case 'string':
      return 2 + (schema.maxLength ?? usualLength) * (isAscii(schema.pattern) ? 1 : escapedBytes);
    case 'array':
      return 2 + (schema.maxItems ?? usualItems) * (1 + size(items as Json));
    case 'object':
      return (
        sum(Object.entries(properties).map(([name, field]) => name.length + 4 + size(field))) +
        (additionalProperties === false ? 2 : unreadBytes)
      );
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return 30;
    default:
      return usualLength * escapedBytes;
  }
}

/** Ids, tokens and base64url: no client escapes them. */
function isAscii(pattern: string | undefined): boolean {
  return pattern !== undefined && !pattern.includes('\\p{');
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all + size, 0);
}
