import { z } from 'zod';
import { productVersion } from '#platform/config/product-version.ts';
import { errorBodySchema } from '#shared/api/errors.ts';
import type { Route } from '../http/route.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of these routes, generated from the schemas that validate the calls. */
export function describeRoutes(routes: readonly Route[], sessionCookie: string): Json & { openapi: string } {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'DotCode',
      version: productVersion,
      description:
        'The calls of the upstream service. Behind the gateway they are below /api. Live chat is Socket.IO, below /socket.io.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
      schemas,
    },
  };
}

function operationOf(route: Route, schemas: Json): Json {
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.capability && { 'x-capability': route.capability }),
    security: route.access === 'session' ? [{ session: [] }] : [],
    parameters: [...pathParameters(route), ...queryParameters(route, schemas)],
    ...(route.body && {
      requestBody: { required: true, content: jsonContent(toSchema(route.body, 'input', schemas)) },
    }),
    ...(route.upload && { requestBody: { required: true, content: contentOf(route.upload, binary) } }),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Done.',
        ...(route.status !== 204 && {
          content: contentOf(route.download ?? ['application/json'], toSchema(route.reply, 'output', schemas)),
        }),
      },
      default: {
        description: 'What went wrong, with a true HTTP status.',
        content: jsonContent(toSchema(errorBodySchema, 'output', schemas)),
      },
    },
  };
}

function operationId(route: Route): string {
  const words = route.path.match(/\w+/g) ?? [];
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  return route.method.toLowerCase() + words.map(capital).join('');
}

function pathParameters(route: Route): Json[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const known = route.params?.[name];
    if (known instanceof z.ZodEnum)
      return { name, in: 'path', required: true, schema: { type: 'string', enum: known.options } };
    const schema = { type: 'string', pattern: known ? '.+' : '^[0-9a-f]{24}$' };
    return { name, in: 'path', required: true, schema };
  });
}

function queryParameters(route: Route, schemas: Json): Json[] {
  if (!route.query) return [];
  const { properties = {}, required = [] } = toSchema(route.query, 'input', schemas) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const binary: Json = { type: 'string', format: 'binary' };

function contentOf(types: readonly string[], schema: Json): Json {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function jsonContent(schema: Json): Json {
  return contentOf(['application/json'], schema);
}

/** Named schemas become components and are referenced. Reply schemas allow additional fields. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const { $schema: _dialect, $defs = {}, ...plain } = made as Json;
  for (const [name, definition] of Object.entries($defs as Json)) schemas[name] = linked(definition);
  return linked(plain);
}

function linked(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
