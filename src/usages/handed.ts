import type ts from 'typescript'
import {type Asked, inOne, methodIn, methodOf, partAt} from './asks.ts'
import {globalPath, isSilentPackage} from './libraries.ts'
import {memberOf} from './members.ts'
import type {Reader} from './reader.ts'
import {isSymbolic, literalOf, type Value} from './value.ts'
import {calleeOf, HOLDERS} from './yields.ts'

// A string that is handed to something we do not know is a call, unless that something takes strings for other ends.

/** Tests, messages, stand-ins, routes of servers, pages of clients, comparisons, files. */
const SILENT_NAMES = new RegExp(
  `^(?:${[
    // tests
    'describe|it|test|suite|context|specify|step|scenario|each|skip|only|todo|expect|should|assert\\w*|ok|equals?|deepEqual',
    'before\\w*|after\\w*|to[A-Z]\\w*|not|snapshot|given|when|then|title|name|label|tag',
    // stand-ins
    'mock\\w*|stub\\w*|spy\\w*|intercept\\w*|reply\\w*|on[A-Z]\\w*|(?:get|post|put|patch|delete|head|any)Once|persist|fake\\w*',
    // messages
    'log\\w*|debug|info|notice|warn\\w*|error|trace|fatal|verbose|silly|print\\w*|message|notify|toast|alert|confirm|fail|throw\\w*',
    't|tr|i18n|translate|gettext|invariant|deprecate\\w*|\\w*(?:Error|Exception|Warning)',
    'startSpan|startActiveSpan|startTransaction|inc|increment|observe|labels|timing|gauge|counter|histogram|measure|mark|time|timeEnd',
    // events
    'on|once|off|emit|addEventListener|removeEventListener|addListener|dispatch\\w*|publish|subscribe|postMessage',
    // routes and pages
    'use|all|mount|register\\w*|route\\w*|Route|redirect\\w*|rewrite|navigate\\w*|goto|go|visit|push\\w*|replace\\w*|back|prefetch',
    'matchPath|generatePath|useRouteMatch|useMatch|Get|Post|Put|Patch|Delete|Head|Options|All|Controller|revalidate\\w*|invalidate\\w*',
    // texts and lists
    'startsWith|endsWith|includes|indexOf|lastIndexOf|split|match\\w*|search|exec|localeCompare|concat|slice|substring|charAt|padStart|padEnd',
    'unshift|has\\w*|is[A-Z]\\w*|set\\w*|some|every|find\\w*|filter|reduce|sort\\w*|keys?|entries|toString|compile|pathToRegexp|minimatch|glob',
    'encode\\w*|decode\\w*|escape\\w*|unescape|parse\\w*|stringify|format\\w*|hash|digest|sign|verify|sanitize\\w*|normalize\\w*|strip\\w*|trim\\w*',
    // files
    'join|resolve|relative|dirname|basename|extname|require|import|read\\w*|write\\w*|append\\w*|exists\\w*|stat|lstat|mkdir\\w*|unlink|rm|copy\\w*',
    'getItem|setItem|removeItem|define\\w*|provide|inject\\w*|configure|env|config\\w*|literal|enum|const'
  ].join('|')})$`
)

const SILENT_GLOBALS = new Set(
  (
    'console describe it test suite context expect assert jest vi sinon nock Object JSON Symbol Error TypeError RangeError ' +
    'RegExp Set Map WeakMap WeakSet Array Promise Math Reflect String Number Boolean Date BigInt URL URLSearchParams Intl ' +
    'encodeURIComponent decodeURIComponent encodeURI decodeURI parseInt parseFloat require process localStorage sessionStorage ' +
    'caches history performance Buffer Function Proxy Response Headers FormData Blob File Worker SharedWorker module exports ' +
    'fetchMock customElements CSS gtag dataLayer'
  ).split(' ')
)

/** What people call maps, servers, stand-ins and loggers. */
const SILENT_RECEIVER =
  /(?:cache|map|store|storage|registry|headers?|params|cookies?|session|set|table|dict|lookup|redis|memo|config|options|settings|seen|visited|list|paths?|routes?|state|formData|data|map|weakmap)$/i
const SERVER_RECEIVER =
  /^(?:app|server|router|fastify|express|koa|hono|scope|mock|nock|interceptor|msw|logger|log|console|cy|page|browser|history|navigation|i18n|tracer|metrics|z)$|(?:Router|Server|App|Mock|Mocker|Logger|Fastify|Instance\d|fastifyInstance)$/

const SILENT_TYPE =
  /^(?:Readonly|Weak|URLSearch)?(?:Map|Set|Headers|Params|FormData|Storage|Cache|Router|FastifyInstance|Application|Express|Hono|Logger)\b/

/** What names of functions say of the method, where no option does. */
const READS = /^(?:get|fetch|load|download|read|list|useSWR\w*|useFetch\w*|use\w*Query|useGet\w*|useRequest)(?![a-z])/
const WRITES = /^(post|put|patch|delete)(?=[A-Z])/

function methodByName(name: string): Value | undefined {
  const written = methodOf(WRITES.exec(name)?.[1])
  const method = written ?? (READS.test(name) ? 'GET' : undefined)
  return method === undefined ? undefined : {kind: 'text', pieces: [method]}
}

/** What is handed over as an address, where the callee is not known. */
export function handedOf(node: ts.CallExpression, read: Reader): Asked[] {
  const {callee, receiver, name} = calleeOf(node, read)
  if (node.arguments.length === 0 || name === '' || isSilent(callee, receiver, name, read)) return []
  const {evaluate} = read
  const [first, second, third] = node.arguments
  if (!first) return []
  if (node.arguments.some(each => isHandler(each, read))) return []
  const verb = methodOf(name)
  const start = evaluate(first)
  const word = literalOf(start)
  if (word !== undefined && methodOf(word.toUpperCase()) !== undefined && second) {
    return asked(evaluate(second), start, second)
  }
  const both = /^(?:request|paginate|iterator|fetch|call|send|graphql)$/.test(name) ? inOne(start) : undefined
  if (both) return [{form: 'url', ...both, at: first}]
  if (start.kind === 'record') return verb === undefined ? inOptions(start, first, read) : []
  if (verb !== undefined) return asked(start, undefined, first, verb)
  const options = [second, third].map(each => each && evaluate(each)).find(each => each?.kind === 'record')
  if (looksWhole(start) && name !== 'add') {
    const isNamed = options && memberOf(options, 'method').kind !== 'absent'
    return asked(start, isNamed ? methodIn(options, 'GET') : methodByName(name), first)
  }
  return second && options ? inOptions(options, second, read) : []
}

function isSilent(callee: Value, receiver: ts.Expression | undefined, name: string, read: Reader): boolean {
  if (SILENT_NAMES.test(name) || HOLDERS.test(name)) return true
  if (callee.kind === 'package') {
    const root = callee.name === '' ? globalPath(callee.path)[0] : undefined
    if (root === undefined ? isSilentPackage(callee.name) : SILENT_GLOBALS.has(root)) return true
  }
  if (!receiver) return false
  const own = lastNameOf(receiver, read)
  if (own !== undefined && (SILENT_RECEIVER.test(own) || SERVER_RECEIVER.test(own))) return true
  return SILENT_TYPE.test(read.typeOf(receiver) ?? '')
}

/** `this.cache`, `cache`, `useCache()`: cache. */
function lastNameOf(node: ts.Expression, {ts}: Reader): string | undefined {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (
    ts.isCallExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isNewExpression(node)
  )
    return lastNameOf(node.expression, {ts} as Reader)
  return undefined
}

/** Who takes a route takes a function that answers. */
function isHandler(node: ts.Expression, {ts, evaluate}: Reader): boolean {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return true
  if (ts.isIdentifier(node))
    return /handler|controller|middleware/i.test(node.text) || evaluate(node).kind === 'function'
  if (ts.isPropertyAccessExpression(node)) return /handler|controller|middleware/i.test(node.getText())
  if (ts.isAsExpression(node)) return isHandler(node.expression, {ts, evaluate} as Reader)
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.some(({name}) => name && 'text' in name && name.text === 'handler')
  )
}

const asked = (address: Value, method: Value | undefined, at: ts.Node, verb?: string): Asked[] => {
  if (!mayLead(address)) return []
  const by = verb === undefined ? method : ({kind: 'text', pieces: [verb]} as const)
  return [{form: 'url', address, ...(by ? {method: by} : {}), at}]
}

/** `{url: '/v1/loans', method: 'POST'}`. A path alone may be one of a file or a page. */
function inOptions(options: Value, node: ts.Expression, read: Reader): Asked[] {
  if (memberOf(options, 'handler').kind !== 'absent' || memberOf(options, 'element').kind !== 'absent') return []
  const method = memberOf(options, 'method')
  const hasMethod = method.kind === 'text' || isSymbolic(method) || method.kind === 'choice'
  for (const key of ['url', 'uri', 'endpoint', ...(hasMethod ? ['path'] : [])]) {
    const address = memberOf(options, key)
    if (address.kind === 'absent' || !mayLead(address)) continue
    return asked(address, hasMethod ? method : undefined, partAt(node, [key], read))
  }
  return []
}

/** It begins as an address does. */
function looksWhole(value: Value): boolean {
  if (value.kind === 'choice') return value.options.some(looksWhole)
  if (value.kind === 'deferred') return true
  const [first, second] = value.kind === 'text' ? value.pieces : []
  if (typeof first === 'string') return /^(?:\/[^/\s]|https?:\/\/|\/\/)/.test(first)
  return first !== undefined && typeof second === 'string' && second.startsWith('/')
}

const mayLead = (value: Value): boolean => looksWhole(value) || (value.kind === 'unknown' && value.param !== undefined)
