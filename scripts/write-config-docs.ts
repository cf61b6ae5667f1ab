// Writes the documents that platform/config/variables.ts describes.
import { existsSync, writeFileSync } from 'node:fs';
import { configurationPage, envExample } from '#platform/config/documents.ts';

writeFileSync('.env.example', envExample());
// The image has no documents.
if (existsSync('docs')) writeFileSync('docs/configuration.md', configurationPage());
