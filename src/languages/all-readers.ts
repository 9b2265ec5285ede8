import type {LanguageReader} from './description.ts'
import {openapiReader} from './openapi/reader.ts'

/**
 * The reader of each language. The first whose names fit a file, and that detects a description in it, reads it. OpenAPI is
 * the last: it reads what no name fits, and names the formats that nothing reads.
 */
export const readers: readonly LanguageReader[] = [openapiReader]
