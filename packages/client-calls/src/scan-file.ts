import type {CallTarget, ClientCall} from '@tenure/core/model/api/client-call'
import {defined} from '@tenure/core/model/defined'
import type {SourceLocation} from '@tenure/core/model/location'
import type ts from 'typescript'
import type {Compiler, FileContext} from './file-context.ts'
import {findFrameworkRequests} from './requests/frameworks.ts'
import {findGeneratedAxiosRequest, findGeneratedFetchRequest} from './requests/generated-clients.ts'
import {type FoundRequest, findClientRequests, findGlobalRequests} from './requests/request-calls.ts'
import {findUnknownCalleeRequests} from './requests/unknown-callees.ts'
import {combineAlternatives, expandAlternatives, selectByConditions} from './values/alternatives.ts'
import {readCallee} from './values/call-results.ts'
import {FileEvaluator} from './values/evaluate.ts'
import {asClient} from './values/libraries.ts'
import {applyFunction, dropParameters, findParameterOwners, startDependsOnCaller} from './values/members.ts'
import {
  dependsOnCaller,
  type FunctionDef,
  literalOf,
  type RequestSite,
  type StaticValue,
  stringValue
} from './values/value.ts'

/** Methods of strings, lists, and `Promise`s that never send requests. */
const VALUE_METHODS = new Set(
  (
    'slice sort toSorted reduce trim trimStart trimEnd toLowerCase toUpperCase toString toFixed padStart padEnd includes ' +
    'indexOf startsWith endsWith split localeCompare charAt substring push pop shift unshift findIndex some every ' +
    'toISOString getTime getFullYear catch finally preventDefault stopPropagation'
  ).split(' ')
)

/** Maximum number of requests that are tracked per function. */
const MAX_SITES = 400

/** State shared by all files of a scan. */
export interface CallCollector {
  readonly calls: ClientCall[]
  /** Requests that depend on arguments of callers. */
  readonly pending: RequestSite[]
  newId(): number
  /** Whether the address of a call leads to an endpoint. */
  leadsToEndpoint(call: ClientCall): boolean
  importedValue(from: string, specifier: string, name: string): StaticValue
}

/** Visits the nodes of a file once and records the requests. */
export class FileScanner implements FileContext {
  readonly ts: Compiler
  readonly file: ts.SourceFile
  readonly evaluator: FileEvaluator
  readonly #collector: CallCollector
  readonly #path: string
  readonly #sites = new Map<ts.Node, RequestSite[]>()
  readonly #visited = new Set<ts.Node>()

  constructor(compiler: Compiler, file: ts.SourceFile, path: string, collector: CallCollector) {
    this.ts = compiler
    this.file = file
    this.#path = path
    this.#collector = collector
    this.evaluator = new FileEvaluator(this, () => collector.newId())
  }

  readonly evaluate = (node: ts.Expression): StaticValue => this.evaluator.evaluate(node)
  readonly importedValue = (specifier: string, name: string): StaticValue =>
    this.#collector.importedValue(this.#path, specifier, name)
  readonly functionOf = (node: ts.SignatureDeclaration): FunctionDef => this.evaluator.functionOf(node)

  readonly declaredTypeOf = (node: ts.Expression): string | undefined => {
    const binding = this.ts.isIdentifier(node) ? this.evaluator.bindings.find(node.text, node) : undefined
    return binding?.kind === 'param' || binding?.kind === 'variable' ? binding.node.type?.getText() : undefined
  }

  readonly initializerOf = (node: ts.Expression): ts.Expression => {
    const binding = this.ts.isIdentifier(node) ? this.evaluator.bindings.find(node.text, node) : undefined
    const made = binding?.kind === 'variable' ? binding.node.initializer : undefined
    return made && this.ts.isAsExpression(made) ? made.expression : (made ?? node)
  }

  placeOf(node: ts.Node): SourceLocation {
    const {line, character} = this.file.getLineAndCharacterOfPosition(node.getStart(this.file))
    return {source: this.#path, line: line + 1, column: character + 1}
  }

  scan(): void {
    this.ts.forEachChild(this.file, child => this.#visit(child))
  }

  /** Requests of a function. During its own visit, only those found so far. */
  requestSitesOf(node: ts.SignatureDeclaration): readonly RequestSite[] {
    const known = this.#requestsOf(node)
    if (!this.#visited.has(node)) {
      this.#visited.add(node)
      this.ts.forEachChild(node, child => this.#visit(child))
    }
    return known
  }

  #requestsOf(node: ts.Node): RequestSite[] {
    const known = this.#sites.get(node)
    if (known) return known
    const made: RequestSite[] = []
    this.#sites.set(node, made)
    return made
  }

  #visit(node: ts.Node): void {
    const {SyntaxKind} = this.ts
    switch (node.kind) {
      case SyntaxKind.Identifier:
      case SyntaxKind.StringLiteral:
      case SyntaxKind.NumericLiteral:
      case SyntaxKind.JsxText:
      case SyntaxKind.JsxClosingElement:
      case SyntaxKind.ImportDeclaration:
      case SyntaxKind.InterfaceDeclaration:
      case SyntaxKind.TypeAliasDeclaration:
      case SyntaxKind.Decorator:
        return
      case SyntaxKind.CallExpression:
        this.#call(node as ts.CallExpression)
        break
      case SyntaxKind.NewExpression:
        this.#new(node as ts.NewExpression)
        break
      case SyntaxKind.VariableDeclaration:
        this.#note([findGeneratedAxiosRequest(node as ts.VariableDeclaration, this) ?? []].flat(), false, node)
        break
      case SyntaxKind.ObjectLiteralExpression:
        this.#note([findGeneratedFetchRequest(node as ts.ObjectLiteralExpression, this) ?? []].flat(), false, node)
        break
      case SyntaxKind.JsxOpeningElement:
      case SyntaxKind.JsxSelfClosingElement: {
        for (const each of findElementRequests(node as ts.JsxOpeningLikeElement, this))
          this.#note([each], each.form === 'url', node)
        break
      }
      case SyntaxKind.BinaryExpression:
        if ((node as ts.BinaryExpression).operatorToken.kind === SyntaxKind.EqualsToken)
          this.#note(findAssignmentRequests(node as ts.BinaryExpression, this), false, node)
        break
      default:
        if (node.kind >= SyntaxKind.FirstTypeNode && node.kind <= SyntaxKind.LastTypeNode) {
          // Arguments in a heritage clause can contain calls.
          if (node.kind !== SyntaxKind.ExpressionWithTypeArguments) return
        }
        if (this.ts.isFunctionLike(node) && 'body' in node) {
          this.functionOf(node).sites.get()
          return
        }
    }
    this.ts.forEachChild(node, child => this.#visit(child))
  }

  #call(node: ts.CallExpression): void {
    const {SyntaxKind} = this.ts
    if (node.expression.kind === SyntaxKind.SuperKeyword || node.expression.kind === SyntaxKind.ImportKeyword) return
    if (this.ts.isPropertyAccessExpression(node.expression) && VALUE_METHODS.has(node.expression.name.text)) return
    const {callee, receiver, name} = readCallee(node, this)
    const called = expandAlternatives(callee).map(({value}) => value)
    const clients = called.flatMap(each => asClient(each) ?? [])
    for (const each of called) if (each.kind === 'function') this.#apply(each, node.arguments.map(this.evaluate), node)
    for (const client of clients) this.#note(findClientRequests(client, node.arguments, this), false, node)
    if (clients.length > 0 || called.some(({kind}) => kind === 'function')) return
    const known = findFrameworkRequests(node, this) ?? findGlobalRequests(callee, node.arguments, false, this)
    if (known) {
      this.#note(known, false, node)
      return
    }
    if (receiver && this.#applyCallback(receiver, name, node)) return
    if (name === 'inject' && node.arguments[0]) {
      const requests = findClientRequests({kind: 'client', form: 'request'}, node.arguments, this)
      this.#note(
        requests.map(each => ({...each, form: 'supertest'})),
        true,
        node
      )
      return
    }
    // Requests of generated clients are recorded at their definition.
    const [first] = node.arguments
    if (first && this.ts.isObjectLiteralExpression(first) && findGeneratedFetchRequest(first, this)) return
    this.#note(findUnknownCalleeRequests(node, this), true, node)
  }

  /** Applies the callback of a loop over a known list: `['/v1/loans', '/v1/readers'].map(path => …)`. */
  #applyCallback(receiver: ts.Expression, name: string, node: ts.CallExpression): boolean {
    const [first] = node.arguments
    if (!first || !/^(?:map|forEach|flatMap)$/.test(name)) return false
    const list = this.evaluate(receiver)
    const run = list.kind === 'list' && list.items.length > 0 ? this.evaluate(first) : undefined
    if (list.kind !== 'list' || run?.kind !== 'function') return false
    this.#apply(run, [combineAlternatives(list.items)], node)
    return true
  }

  #new(node: ts.NewExpression): void {
    const {callee} = readCallee(node, this)
    this.#note(findGlobalRequests(callee, node.arguments ?? [], true, this) ?? [], false, node)
  }

  #note(requests: Iterable<FoundRequest>, isHanded: boolean, node: ts.Node): void {
    for (const {form, address, method, at} of requests) {
      const site = {form, place: this.placeOf(at), address, method, isHanded, seen: {isReached: false}}
      this.#emit(defined(site), node)
    }
  }

  /**
   * Repeats the requests of a called function with the arguments of the call. The position is that of the call if the
   * call determines the endpoint.
   */
  #apply(
    called: Extract<StaticValue, {kind: 'function'}>,
    args: readonly StaticValue[],
    node: ts.CallExpression
  ): void {
    for (const {of, address, method} of applyFunction(called, args).sites()) {
      of.seen.isReached = true
      const isOwn = this.#collector.leadsToEndpoint(toCall({...of, address: dropParameters(of.address)}))
      const place = isOwn ? of.place : this.placeOf(this.#addressArgument(node))
      const {method: _, ...rest} = of
      this.#emit(defined({...rest, place, address, method, seen: {isReached: false}}), node)
    }
  }

  /** The argument of a call that contains the address, by which the call is located. */
  #addressArgument(node: ts.CallExpression): ts.Node {
    const args = node.arguments
    const addressArgument = args.find(each => {
      const value = this.evaluate(each)
      const [first] = expandAlternatives(value)
      return (
        first?.value.kind === 'text' &&
        first.value.pieces.some(piece => typeof piece === 'string' && piece.includes('/'))
      )
    })
    return addressArgument ?? args.find(each => dependsOnCaller(this.evaluate(each))) ?? args[0] ?? node
  }

  #emit(site: RequestSite, node: ts.Node): void {
    const open = new Set([...findParameterOwners(site.address), ...findParameterOwners(site.method)])
    if (open.size === 0) {
      this.#collector.calls.push(toCall(site))
      return
    }
    // The endpoint is known already: callers only fill in parameters of the path.
    if (
      findParameterOwners(site.method).size === 0 &&
      !startDependsOnCaller(site.address) &&
      this.#collector.leadsToEndpoint(toCall(site))
    ) {
      this.#collector.calls.push(toCall(site))
      return
    }
    const list = this.#enclosingList(node, open)
    if (list.length < MAX_SITES) list.push(site)
    this.#collector.pending.push(site)
  }

  /** The request list of the innermost function whose callers determine the request. */
  #enclosingList(node: ts.Node, open: ReadonlySet<number>): RequestSite[] {
    let innermost: ts.Node | undefined
    for (let at = node.parent; at; at = at.parent) {
      if (!this.ts.isFunctionLike(at)) continue
      innermost ??= at
      if (open.has(this.functionOf(at).id)) return this.#requestsOf(at)
    }
    return innermost ? this.#requestsOf(innermost) : []
  }
}

/** Converts a request to a call, with parameters that aren't known from callers left open. */
export function toCall({form, place, address, method, isHanded}: RequestSite): ClientCall {
  const ways = expandAlternatives(dropParameters(address)).flatMap(({value, picks}) =>
    toWays(value, method && selectByConditions(method, picks))
  )
  return {form, place, targets: ways, hasUnknownCallee: isHanded}
}

function toWays(value: StaticValue, method: StaticValue | undefined): CallTarget[] {
  const address =
    value.kind === 'text'
      ? value.pieces.map(piece => (typeof piece === 'string' ? piece : {name: piece.name}))
      : value.kind === 'unknown' || value.kind === 'package'
        ? [{name: value.kind === 'unknown' ? value.name : value.path.join('.')}]
        : undefined
  if (!address) return []
  const known = method ? expandAlternatives(dropParameters(method)) : []
  if (known.length === 0) return [{address}]
  return known.map(({value: by}) => defined({address, method: literalOf(by)?.toUpperCase()}))
}

// Links and forms of pages are requests that users trigger.

const LINKS = /^(?:href|src|action|formAction|data|poster|xlinkHref)$/
/** Attributes of components that hold addresses. What the component does with them isn't known. */
const ADDRESS_ATTRIBUTE = /^(?:href|src|source|url|uri|endpoint|action|api|\w+(?:Url|URL|Uri|URI|Endpoint))$/
const HTMX_ATTRIBUTE = /^(?:data-)?hx-(get|post|put|patch|delete)$/

function findElementRequests(node: ts.JsxOpeningLikeElement, read: FileContext): FoundRequest[] {
  const {ts} = read
  const tag = node.tagName.getText()
  const isOwn = /^[a-z]/.test(tag)
  return node.attributes.properties.flatMap((attribute): FoundRequest[] => {
    if (!ts.isJsxAttribute(attribute) || !attribute.initializer) return []
    const name = attribute.name.getText()
    const at = attribute.initializer
    const value = attributeValue(at, read)
    if (!value) return []
    const boosted = HTMX_ATTRIBUTE.exec(name)?.[1]
    if (boosted) return [{form: 'page', address: value, method: stringValue(boosted.toUpperCase()), at}]
    if (isOwn && LINKS.test(name)) return [{form: 'page', address: value, method: linkMethod(name, node, read), at}]
    return !isOwn && ADDRESS_ATTRIBUTE.test(name) ? [{form: 'url', address: value, at}] : []
  })
}

function attributeValue(node: ts.JsxAttributeValue, {ts, evaluate}: FileContext): StaticValue | undefined {
  if (ts.isStringLiteral(node)) return stringValue(node.text)
  return ts.isJsxExpression(node) && node.expression ? evaluate(node.expression) : undefined
}

/** Method of a link or form. Links use GET; forms declare their method. */
function linkMethod(name: string, node: ts.JsxOpeningLikeElement, read: FileContext): StaticValue {
  const {ts} = read
  const key = name === 'action' ? 'method' : name === 'formAction' ? 'formMethod' : undefined
  for (const attribute of key ? node.attributes.properties : []) {
    if (ts.isJsxAttribute(attribute) && attribute.name.getText() === key && attribute.initializer)
      return attributeValue(attribute.initializer, read) ?? stringValue('GET')
  }
  return stringValue('GET')
}

/** Requests of assignments: `location.href = …`, `image.src = …`. */
function findAssignmentRequests({left, right}: ts.BinaryExpression, {ts, evaluate}: FileContext): FoundRequest[] {
  const isPage =
    (ts.isPropertyAccessExpression(left) &&
      (left.name.text === 'location' ||
        left.name.text === 'src' ||
        (left.name.text === 'href' && /(?:^|\.)(?:location|link|anchor|a)$/.test(left.expression.getText())))) ||
    (ts.isIdentifier(left) && left.text === 'location' && evaluate(left).kind === 'package')
  return isPage ? [{form: 'page', address: evaluate(right), method: stringValue('GET'), at: right}] : []
}
