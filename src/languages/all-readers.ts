import {crdReader} from './crd/reader.ts'
import type {LanguageReader} from './description.ts'
import {graphqlReader} from './graphql/reader.ts'
import {mcpReader} from './mcp/reader.ts'
import {openapiReader} from './openapi/reader.ts'

/**
 * The readers of API descriptions, one for each language. A file is read by the first one that fits its name and
 * content; OpenAPI is the last, because it also takes files whose name fits none.
 */
export const readers: readonly LanguageReader[] = [crdReader, graphqlReader, mcpReader, openapiReader]
