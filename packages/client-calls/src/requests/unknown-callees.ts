import {defined} from '@tenure/core/model/defined'
import type ts from 'typescript'
import type {FileContext} from '../file-context.ts'
import {readCallee, VALUE_HOOKS} from '../values/call-results.ts'
import {isIgnoredPackage, withoutGlobalObject} from '../values/libraries.ts'
import {getMember} from '../values/members.ts'
import {ABSENT_VALUE, dependsOnCaller, literalOf, type StaticValue} from '../values/value.ts'
import {type FoundRequest, findPropertyNode, httpMethodOf, splitMethodAndPath} from './request-calls.ts'

// A string that is passed to an unknown function counts as a request, unless the function is known to take strings for
// other purposes.

/** Function names that take strings for other purposes. A `~` allows a name to continue with another word. */
const SILENT_NAMES = new RegExp(
  `^(?:${[
    // tests
    'describe|it|test|suite|context|specify|step|scenario|each|skip|only|todo|expect|should|assert~|ok|equals?|deepEqual',
    'before~|after~|to[A-Z]\\w*|not|snapshot|given|when|then|title|name|label|tag',
    // mocks
    'mock~|stub~|spy~|intercept~|reply~|on[A-Z]\\w*|(?:get|post|put|patch|delete|head|any)Once|persist|fake~',
    // messages
    'log~|debug|info|notice|warn~|error|trace|fatal|verbose|silly|print~|message|notify|toast|alert|confirm|fail|throw~',
    't|tr|i18n|translate|gettext|invariant|deprecate~|\\w*(?:Error|Exception|Warning)',
    'startSpan|startActiveSpan|startTransaction|inc|increment|observe|labels|timing|gauge|counter|histogram|measure|mark|time|timeEnd',
    // events
    'on|once|off|emit|addEventListener|removeEventListener|addListener|dispatch~|publish|subscribe|postMessage',
    // routes and pages
    'use|all|mount|register~|route~|Route|redirect~|rewrite|navigate~|goto|go|visit|push~|replace~|back|prefetch',
    'matchPath|generatePath|useRouteMatch|useMatch|Get|Post|Put|Patch|Delete|Head|Options|All|Controller|revalidate~|invalidate~',
    // strings and lists
    'startsWith|endsWith|includes|indexOf|lastIndexOf|split|match~|search|exec|localeCompare|concat|slice|substring|charAt|padStart|padEnd',
    'unshift|has~|is[A-Z]\\w*|set~|some|every|find~|filter|reduce|sort~|keys?|entries|toString|compile|pathToRegexp|minimatch|glob',
    'encode~|decode~|escape~|unescape|parse~|stringify|format~|hash|digest|sign|verify|sanitize~|normalize~|strip~|trim~',
    // files
    'join|resolve|relative|dirname|basename|extname|require|import|read~|write~|append~|exists~|stat|lstat|mkdir~|unlink|rm|copy~',
    'getItem|setItem|removeItem|define~|provide|inject~|configure|env|config~|literal|enum|const'
  ]
    .join('|')
    // A name can continue with another word.
    .replaceAll('~', '(?:[A-Z0-9_]\\w*)?')})$`
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

/** Common names of maps, servers, mocks, and loggers. */
const SILENT_RECEIVER =
  /(?:cache|map|store|storage|registry|headers?|params|cookies?|session|set|table|dict|lookup|redis|memo|config|options|settings|seen|visited|list|paths?|routes?|state|formData|data|map|weakmap)$/i
const SERVER_RECEIVER =
  /^(?:app|server|router|fastify|express|koa|hono|scope|mock|nock|interceptor|msw|logger|log|console|cy|page|browser|history|navigation|i18n|tracer|metrics|z)$|(?:Router|Server|App|Mock|Mocker|Logger|Fastify|Instance\d|fastifyInstance)$/

const SILENT_TYPE =
  /^(?:Readonly|Weak|URLSearch)?(?:Map|Set|Headers|Params|FormData|Storage|Cache|Router|FastifyInstance|Application|Express|Hono|Logger)\b/

/** Function names that imply an HTTP method, which counts if no option sets one. */
const READING_NAME =
  /^(?:get|fetch|load|download|read|list|useSWR\w*|useFetch\w*|use\w*Query|useGet\w*|useRequest)(?![a-z])/
const WRITING_NAME = /^(post|put|patch|delete)(?=[A-Z])/

function methodByName(name: string): StaticValue | undefined {
  const written = httpMethodOf(WRITING_NAME.exec(name)?.[1])
  const method = written ?? (READING_NAME.test(name) ? 'GET' : undefined)
  return method === undefined ? undefined : {kind: 'text', pieces: [method]}
}

/** Requests of a call whose callee isn't known, from the addresses among its arguments. */
export function findUnknownCalleeRequests(node: ts.CallExpression, read: FileContext): FoundRequest[] {
  const {callee, receiver, name} = readCallee(node, read)
  if (node.arguments.length === 0 || name === '' || isSilent(callee, receiver, name, read)) return []
  const {evaluate} = read
  const [first, second, third] = node.arguments
  if (!first) return []
  const verb = httpMethodOf(name)
  const start = evaluate(first)
  if (start.kind === 'record') return requestsInOptions(start, first, read, verb)
  if (node.arguments.some(each => isHandler(each, read))) return []
  const word = literalOf(start)
  if (word !== undefined && httpMethodOf(word.toUpperCase()) !== undefined && second) {
    return createRequests(evaluate(second), start, second)
  }
  const both = /^(?:request|paginate|iterator|fetch|call|send|graphql)$/.test(name)
    ? splitMethodAndPath(start)
    : undefined
  if (both) return [{form: 'url', ...both, at: first}]
  if (verb !== undefined) return createRequests(start, undefined, first, verb)
  const options = [second, third].map(each => each && evaluate(each)).find(each => each?.kind === 'record')
  if (looksLikeAddress(start) && name !== 'add') {
    const method = (second && methodArgument(second, read)) ?? methodOf(options, name)
    return createRequests(start, method, first)
  }
  return second && options ? requestsInOptions(options, second, read) : []
}

/** The method that options set, or else the one that the name of the function implies. */
function methodOf(options: StaticValue | undefined, name: string): StaticValue | undefined {
  const option = options ? getMember(options, 'method') : ABSENT_VALUE
  const byName = methodByName(name)
  return option.kind === 'absent' || (option.kind === 'unknown' && byName) ? byName : option
}

function isSilent(callee: StaticValue, receiver: ts.Expression | undefined, name: string, read: FileContext): boolean {
  if (SILENT_NAMES.test(name) || VALUE_HOOKS.test(name)) return true
  if (callee.kind === 'package') {
    const root = callee.name === '' ? withoutGlobalObject(callee.path)[0] : undefined
    if (root === undefined ? isIgnoredPackage(callee.name) : SILENT_GLOBALS.has(root)) return true
  }
  if (!receiver) return false
  const own = lastName(receiver, read)
  // Cypress mocks the server, but `cy.request` sends a request.
  if (own === 'cy' && name === 'request') return false
  if (own !== undefined && (SILENT_RECEIVER.test(own) || SERVER_RECEIVER.test(own))) return true
  return SILENT_TYPE.test(read.declaredTypeOf(receiver) ?? '')
}

/** Method that an argument names: `'GET'`, `HttpMethod.GET`. `undefined` if it names none. */
function methodArgument(node: ts.Expression, {ts, evaluate}: FileContext): StaticValue | undefined {
  const word = ts.isPropertyAccessExpression(node) ? node.name.text : literalOf(evaluate(node))
  const method = word !== undefined && word === word.toUpperCase() ? httpMethodOf(word) : undefined
  return method === undefined ? undefined : {kind: 'text', pieces: [method]}
}

/** Last name of a receiver: `cache` for `this.cache`, `cache`, and `useCache()`. `undefined` if there is none. */
function lastName(node: ts.Expression, {ts}: FileContext): string | undefined {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (
    ts.isCallExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isNewExpression(node)
  )
    return lastName(node.expression, {ts} as FileContext)
  return undefined
}

/** Whether an argument is a handler, which means that the call registers a route. */
function isHandler(node: ts.Expression, {ts, evaluate}: FileContext): boolean {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return true
  if (ts.isIdentifier(node))
    return /handler|controller|middleware/i.test(node.text) || evaluate(node).kind === 'function'
  if (ts.isPropertyAccessExpression(node)) return /handler|controller|middleware/i.test(node.getText())
  if (ts.isAsExpression(node)) return isHandler(node.expression, {ts, evaluate} as FileContext)
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.some(({name}) => name && 'text' in name && name.text === 'handler')
  )
}

const createRequests = (
  address: StaticValue,
  method: StaticValue | undefined,
  at: ts.Node,
  verb?: string
): FoundRequest[] => {
  if (!mightBeAddress(address)) return []
  const by = verb === undefined ? method : ({kind: 'text', pieces: [verb]} as const)
  return [defined({form: 'url', address, method: by, at})]
}

/**
 * Requests of options such as `{url: '/v1/loans', method: 'POST'}`. A path without a method might belong to a file or
 * page.
 */
function requestsInOptions(
  options: StaticValue,
  node: ts.Expression,
  read: FileContext,
  verb?: string
): FoundRequest[] {
  if (getMember(options, 'handler').kind !== 'absent' || getMember(options, 'element').kind !== 'absent') return []
  const method = getMember(options, 'method')
  // If the callee is named after a method, only a `url` property counts, because its options can hold anything.
  if (verb !== undefined) {
    const url = getMember(options, 'url')
    return url.kind === 'text' ? createRequests(url, undefined, findPropertyNode(node, ['url'], read), verb) : []
  }
  const hasMethod = method.kind === 'text' || dependsOnCaller(method) || method.kind === 'choice'
  for (const key of ['url', 'uri', 'endpoint', ...(hasMethod ? ['path', 'fullPath', 'pathname'] : [])]) {
    const address = getMember(options, key)
    if (address.kind === 'absent' || !mightBeAddress(address)) continue
    return createRequests(address, hasMethod ? method : undefined, findPropertyNode(node, [key], read))
  }
  return []
}

/** Whether a value begins like an address. */
function looksLikeAddress(value: StaticValue): boolean {
  if (value.kind === 'choice') return value.options.some(looksLikeAddress)
  if (value.kind === 'deferred') return true
  const [first, second] = value.kind === 'text' ? value.pieces : []
  if (typeof first === 'string') return /^(?:\/[^/\s]|https?:\/\/|\/\/)/.test(first)
  return first !== undefined && typeof second === 'string' && second.startsWith('/')
}

const mightBeAddress = (value: StaticValue): boolean =>
  looksLikeAddress(value) || (value.kind === 'unknown' && value.param !== undefined)
