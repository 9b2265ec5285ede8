import type {HeaderTable} from '../runtime/header-table.ts'
import {datesOf, pagesOf} from '../runtime/headers-for.ts'
import {formatLink, type HeaderLink} from '../runtime/link-header.ts'
import {encodeSegment} from '../runtime/path-template.ts'
import {
  commentOf,
  concreteSuccessor,
  fitsInLine,
  listRules,
  methodsOf,
  type ProxyOptions,
  type ProxyRule,
  problemBody,
  separateRules
} from './rules.ts'

/** The cluster that the routes lead to. */
const CLUSTER = 'api'

const TEMPLATES = 'envoy.path.match.uri_template.uri_template_matcher'
const TEMPLATE_TYPE = 'type.googleapis.com/envoy.extensions.path.match.uri_template.v3.UriTemplateMatchConfig'

/** Longer templates are too large for its regular expressions. */
const MOST_CHARACTERS = 500

/**
 * The table as routes of Envoy. A successor with parameters is left out: a header can't have them. Its own regular
 * expressions are limited to 100 instructions, which a longer path exceeds, so paths and templates are compared.
 */
export function writeEnvoy(table: HeaderTable, options: ProxyOptions): string {
  const {kept, leftOut} = separateRules(listRules(table, options), rule => pathMatches(rule).length > 0)
  const routes = kept.flatMap(rule =>
    pathMatches(rule).flatMap(path =>
      routeOf(rule, path, options).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`)
    )
  )
  return [
    '# Written by `tenure headers --format envoy`. Put these routes before those of your virtual host.',
    `# Replace the cluster \`${CLUSTER}\` by yours. Paths are compared without a slash at their end.`,
    ...leftOut.map(
      rule => `# Left out, for Envoy has no template for it or for a similar path: ${commentOf(rule.endpoint)}`
    ),
    `routes:${routes.length === 0 ? ' []' : ''}`,
    ...routes,
    ''
  ].join('\n')
}

/** How Envoy compares a path: whole, up to a slash, or with a template, in which `*` is a value. Each is a route. */
function pathMatches({segments, isPrefix}: ProxyRule): string[] {
  const path = segments
    .map(({texts}) => `/${texts.map(each => encodeSegment(each).replaceAll('*', '%2A')).join('*')}`)
    .join('')
  // A value can be a segment, or begin the last one.
  const isTemplate = path
    .split('/')
    .every(
      (each, at, all) => /^(?:[^*]*|[*])$/.test(each) || (/^[*][^*]+$/.test(each) && at === all.length - 1 && !isPrefix)
    )
  if (path.length > MOST_CHARACTERS || !isTemplate) return []
  if (path === '') return [isPrefix ? 'prefix: "/"' : 'path: "/"']
  if (!path.includes('*')) return [`${isPrefix ? 'path_separated_prefix' : 'path'}: ${text(path)}`]
  return [path, ...(isPrefix ? [`${path}/**`] : [])].map(
    each =>
      `path_match_policy: {name: ${text(TEMPLATES)}, typed_config: {"@type": ${text(TEMPLATE_TYPE)}, path_template: ${text(each)}}}`
  )
}

function routeOf(rule: ProxyRule, path: string, {gone}: ProxyOptions): string[] {
  const isGone = gone === true && rule.isRemoved
  const headers = headersOf(rule)
  return [
    `match: {${path}, headers: [${methodMatch(rule)}]}`,
    isGone
      ? `direct_response: {status: 410, body: {inline_string: ${text(problemBody(rule))}}}`
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
