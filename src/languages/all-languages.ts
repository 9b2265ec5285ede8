import {crd} from './crd/language.ts'
import {graphql} from './graphql/language.ts'
import type {Language} from './language.ts'
import {mcp} from './mcp/language.ts'
import {openapi} from './openapi/language.ts'

/** The languages that API descriptions can be written in, in the order of their readers (`all-readers.ts`). */
export const languages: readonly Language[] = [crd, graphql, mcp, openapi]
