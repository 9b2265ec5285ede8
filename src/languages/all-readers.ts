import type {LanguageReader} from './description.ts'
import {createOpenapiReader} from './openapi/reader.ts'

/**
 * What creates the reader of each language. The first that can read a file does. OpenAPI is the last, because it names the
 * formats that nothing reads.
 */
export const readers: readonly (() => LanguageReader)[] = [createOpenapiReader]
