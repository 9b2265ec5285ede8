import type {DeprecationNotice, Language, WrittenMarks} from '@tenure/core/languages/language'
import {isMember, type Subject} from '@tenure/core/model/subject/subject'
import {GRAPHQL_KINDS} from './kinds.ts'
import {parseGraphqlTarget} from './subjects.ts'

/** Schemas in the schema definition language of GraphQL. */
export const graphql: Language = {
  name: 'graphql',
  isUnversioned: true,
  targetKinds: {
    type: {plural: 'types', noun: 'type', counted: 'type', use: 'use', holdsMembers: true},
    directive: {plural: 'directives', noun: 'directive', counted: 'directive', use: 'use'}
  },
  parseTarget: parseGraphqlTarget,
  files: {
    name: /\.(?:graphqls?|gql|json)$/i,
    usual: ['schema.graphql', 'schema.graphqls', 'schema.gql', 'api.graphql'],
    isUsual: /^(?:schema|api)(?:[._-].*)?\.(?:graphqls?|gql)$/i,
    empty: {path: 'nothing.graphql', text: '# Nothing.\n'}
  },
  kinds: GRAPHQL_KINDS,
  deprecable: {what: 'a field', name: 'Type.field'},
  presets: ['github-graphql', 'gitlab-graphql', 'shopify', 'thirteen-months'],
  forms: ['type Name', 'directive @name'],
  sampleTargets: ['type Loan', 'directive @shelf'],
  marks: () => ({
    deprecated: '@deprecated(reason: "…")',
    sunset: '@deprecated(reason: "… Removal: DAY")',
    replacement: '@deprecated(reason: "… Use SUBJECT instead.")',
    noReplacement: '@deprecated(reason: "… No replacement.")'
  }),
  writeMarks
}

/** The directive that announces the end of a field, an argument, or a value. A type has none but those of its fields. */
function writeMarks({subject, sunset, replacement, unreplaced, note}: DeprecationNotice): WrittenMarks {
  const reason = [
    ...(note === undefined ? [] : [/[.!?]$/.test(note) ? note : `${note}.`]),
    ...(replacement ? [`Use \`${nameOf(replacement)}\` instead.`] : unreplaced ? ['No replacement.'] : []),
    ...(sunset === undefined ? [] : [`Removal on ${sunset}.`])
  ].join(' ')
  const directive = reason === '' ? '@deprecated' : `@deprecated(reason: ${JSON.stringify(reason)})`
  return {where: `In the schema, after ${placeOf(subject)}:`, lines: [directive]}
}

const nameOf = ({target}: Subject): string =>
  target.name === undefined || isMember(target) ? target.text : target.name

function placeOf({target}: Subject): string {
  if (isMember(target)) return `\`${target.text}\``
  return `each field or value of \`${target.name ?? target.text}\``
}
