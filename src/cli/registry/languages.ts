import {crd} from '@tenure/crd/language'
import {graphql} from '@tenure/graphql/language'
import {mcp} from '@tenure/mcp/language'
import {openapi} from '@tenure/openapi/language'
import type {Language} from '../../languages/language.ts'

/** The languages that API descriptions can be written in, in the order of their readers (`readers.ts`). */
export const languages: readonly Language[] = [crd, graphql, mcp, openapi]
