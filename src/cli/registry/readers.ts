import {crdReader} from '@tenure/crd/reader'
import {graphqlReader} from '@tenure/graphql/reader'
import {mcpReader} from '@tenure/mcp/reader'
import {openapiReader} from '@tenure/openapi/reader'
import type {LanguageReader} from '../../descriptions/description.ts'

/**
 * The readers of API descriptions, one for each language. A file is read by the first one that fits its name and
 * content; OpenAPI is the last, because it also takes files whose name fits none.
 */
export const readers: readonly LanguageReader[] = [crdReader, graphqlReader, mcpReader, openapiReader]
