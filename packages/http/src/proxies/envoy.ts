import type {HeaderTable} from '../runtime/header-table.ts'
import {datesOf, pagesOf, problemOf} from '../runtime/headers-for.ts'
import {formatLink, type HeaderLink} from '../runtime/link-header.ts'
import {
  concreteSuccessor,
  fitsInLine,
  listRules,
  methodsOf,
  type ProxyOptions,
  type ProxyRule,
  pathPattern
} from './rules.ts'

/** The cluster that the routes lead to. */
const CLUSTER = 'api'

/** The table as routes of Envoy. A successor with parameters is left out: a header can't have them. */
export function writeEnvoy(table: HeaderTable, options: ProxyOptions): string {
  const routes = listRules(table, options).filter(rule => fitsInLine(pathPattern(rule)))
  return [
    '# Written by `tenure headers --format envoy`. Put these routes before those of your virtual host.',
    `# Replace the cluster \`${CLUSTER}\` by yours.`,
    `routes:${routes.length === 0 ? ' []' : ''}`,
    ...routes.flatMap(rule => routeOf(rule, options).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`)),
    ''
  ].join('\n')
}

function routeOf(rule: ProxyRule, {gone}: ProxyOptions): string[] {
  const isGone = gone === true && rule.isRemoved
  const headers = headersOf(rule)
  return [
    `match: {safe_regex: {regex: ${text(pathPattern(rule))}}, headers: [${methodMatch(rule)}]}`,
    isGone
      ? `direct_response: {status: 410, body: {inline_string: ${text(JSON.stringify(problemOf(rule.endpoint, concreteSuccessor(rule))))}}}`
      : `route: {cluster: ${text(CLUSTER)}}`,
    ...(headers.length > 0 || isGone ? ['response_headers_to_add:'] : []),
    ...headers,
    ...(isGone ? [header('Content-Type', 'application/problem+json', 'OVERWRITE_IF_EXISTS_OR_ADD')] : [])
  ]
}

function methodMatch({endpoint}: ProxyRule): string {
  const methods = methodsOf(endpoint)
  return methods === undefined
    ? '{name: ":method", string_match: {exact: "OPTIONS"}, invert_match: true}'
    : `{name: ":method", string_match: {safe_regex: {regex: ${text(methods.map(each => each.replace(/\W/g, '')).join('|'))}}}}`
}

function headersOf(rule: ProxyRule): string[] {
  const {endpoint} = rule
  const {Deprecation, Sunset} = datesOf(endpoint)
  const path = concreteSuccessor(rule)
  const links: readonly HeaderLink[] = [
    ...pagesOf(endpoint),
    ...(path === undefined ? [] : [{target: path, relation: 'successor-version'}])
  ]
  return [
    ...(Deprecation === undefined ? [] : [header('Deprecation', Deprecation, 'ADD_IF_ABSENT')]),
    ...(Sunset === undefined ? [] : [header('Sunset', Sunset, 'ADD_IF_ABSENT')]),
    ...links
      .map(formatLink)
      .filter(fitsInLine)
      .map(link => header('Link', link, 'APPEND_IF_EXISTS_OR_ADD'))
  ]
}

const header = (key: string, value: string, action: string): string =>
  `- {header: {key: ${text(key)}, value: ${text(value.replaceAll('%', '%%'))}}, append_action: ${action}}`

/** A quoted text in ASCII, which YAML reads as JSON does. */
const text = (value: string): string =>
  JSON.stringify(value).replace(/[^ -~]/g, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
