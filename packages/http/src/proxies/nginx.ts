import type {HeaderTable, TableEndpoint} from '../runtime/header-table.ts'
import {datesOf, pagesOf} from '../runtime/headers-for.ts'
import {formatLink, toUriReference} from '../runtime/link-header.ts'
import {encodeSegment} from '../runtime/path-template.ts'
import {
  commentOf,
  fitsInLine,
  listRules,
  methodsOf,
  type ProxyOptions,
  type ProxyRule,
  pathPattern,
  problemBody,
  separateRules,
  successorPieces
} from './rules.ts'

const SERVER = [
  'add_header Deprecation $tenure_deprecation always;',
  'add_header Sunset $tenure_sunset always;',
  'add_header Link $tenure_deprecation_link always;',
  'add_header Link $tenure_sunset_link always;',
  'add_header Link $tenure_successor_link always;'
]
const GONE = [
  'error_page 410 @tenure_gone;',
  'if ($tenure_gone) { return 410; }',
  'location @tenure_gone { default_type application/problem+json; return 410 $tenure_gone; }'
]

/** The table as maps of nginx. */
export function writeNginx(table: HeaderTable, options: ProxyOptions): string {
  const {kept: rules, leftOut} = separateRules(
    listRules(table, options).map((rule, at) => ({...rule, id: String(at + 1), pattern: requestPattern(rule)})),
    ({pattern}) => fitsInLine(pattern)
  )
  const valuesOf = (find: (rule: ProxyRule) => string | undefined): string[] =>
    rules.flatMap(rule => {
      const value = find(rule)
      return value === undefined || !fitsInLine(value) ? [] : [`  ${rule.id} ${quote(value)};`]
    })
  const pageOf = (endpoint: TableEndpoint, relation: string): string | undefined =>
    pagesOf(endpoint)
      .filter(each => each.relation === relation)
      .map(formatLink)[0]
  return [
    '# Written by `tenure headers --format nginx`. Include this file in `http`, and write in `server`, and in each `location`',
    '# with an `add_header` of its own:',
    ...[...SERVER, ...(options.gone ? GONE : [])].map(line => `#   ${line}`),
    ...leftOut.map(({endpoint}) => `# Left out, for its path or a similar one is too long: ${commentOf(endpoint)}`),
    ...map('"$request_method $request_uri"', 'tenure_endpoint', [
      '  default 0;',
      ...rules.flatMap(({endpoint, id, pattern}) => [`  # ${commentOf(endpoint)}`, `  ${quote(pattern)} ${id};`])
    ]),
    ...map(
      '$tenure_endpoint',
      'tenure_own_deprecation',
      valuesOf(({endpoint}) => datesOf(endpoint).Deprecation)
    ),
    ...map(
      '$tenure_endpoint',
      'tenure_own_sunset',
      valuesOf(({endpoint}) => datesOf(endpoint).Sunset)
    ),
    ...map(
      '$tenure_endpoint',
      'tenure_deprecation_page',
      valuesOf(({endpoint}) => pageOf(endpoint, 'deprecation'))
    ),
    ...map(
      '$tenure_endpoint',
      'tenure_sunset_page',
      valuesOf(({endpoint}) => pageOf(endpoint, 'sunset'))
    ),
    ...map('"$tenure_endpoint $request_uri"', 'tenure_successor', rules.flatMap(successorLines)),
    '# What the upstream sends itself wins.',
    ...['deprecation', 'sunset'].flatMap(name =>
      map(`$upstream_http_${name}`, `tenure_${name}`, [`  "" $tenure_own_${name};`])
    ),
    ...unlessLinked('deprecation', 'tenure_deprecation_page', 'tenure_deprecation_link'),
    ...unlessLinked('sunset', 'tenure_sunset_page', 'tenure_sunset_link'),
    ...unlessLinked('successor-version', 'tenure_successor', 'tenure_successor_link'),
    ...(options.gone
      ? map(
          '$tenure_endpoint',
          'tenure_gone',
          valuesOf(rule => (rule.isRemoved ? problemBody(rule) : undefined))
        )
      : []),
    ''
  ].join('\n')
}

const map = (source: string, variable: string, lines: readonly string[]): string[] => [
  `map ${source} $${variable} {`,
  ...(lines.some(line => line.startsWith('  default ')) ? [] : ['  default "";']),
  ...lines,
  '}'
]

/** A link, unless the upstream has one of this relation. */
const unlessLinked = (relation: string, from: string, to: string): string[] =>
  map('$upstream_http_link', to, [
    `  default $${from};`,
    `  ${quote(`~*;[ ]*rel[ ]*=[ ]*("([^"]* )?${relation}[ "]|${relation}([ ;,]|$))`)} "";`
  ])

/** A method and a path, as the source of the first map has them. */
function requestPattern(rule: ProxyRule): string {
  const methods = methodsOf(rule.endpoint)
  const names = methods?.map(each => each.replace(/\W/g, '')).join('|') ?? ''
  const method = methods === undefined ? '(?!OPTIONS )[A-Z]+' : methods.length > 1 ? `(?:${names})` : names
  return `~^${method} ${pathPattern(rule)}(?:[?#].*)?$`
}

/** The link to a successor, with the parameters that the request had. */
function successorLines(rule: ProxyRule & {readonly id: string}): string[] {
  const pieces = successorPieces(rule)
  if (!pieces) return []
  const nameOf = (index: number): string => `tenure_${rule.id}_${index}`
  const pattern = `~^${rule.id} ${pathPattern(rule, nameOf)}(?:[?#].*)?$`
  const path = pieces
    .map(piece =>
      typeof piece === 'number'
        ? `\${${nameOf(piece)}}`
        : plain(toUriReference(piece === '/' ? piece : encodeSegment(piece)))
    )
    .join('')
  const link = `<${path}>; rel="successor-version"`
  return fitsInLine(pattern) && fitsInLine(link) ? [`  ${quote(pattern)} ${quoteRaw(link)};`] : []
}

/** A value, in which nothing is a variable. */
const quote = (text: string): string => quoteRaw(text.startsWith('~') ? text : plain(text))

/** Nginx has no escape for the sign of a variable, but a URL has. */
const plain = (text: string): string => text.replaceAll('$', '%24')

const quoteRaw = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
