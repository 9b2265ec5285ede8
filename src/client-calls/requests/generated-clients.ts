import type ts from 'typescript'
import type {Reader} from '../file-context.ts'
import {joined} from '../values/url-values.ts'
import {literalOf, text, type Value} from '../values/value.ts'
import type {Asked} from './request-calls.ts'

// Clients that openapi-generator wrote: one function puts path and method together, and another file asks. Nobody else
// has these names.

const ADDRESSES = ['uri', 'url']
const BASES = ['./base', '../base', '../runtime', './runtime', '../../base', '../../runtime']

/**
 * `typescript-axios`: `const localVarPath = …`, beside `localVarRequestOptions = {method: 'GET', …}`. Of `typescript-node`
 * these options hold the path, too, and are handed to who asks: there it is found as with anybody.
 */
export function askedByParameters(node: ts.VariableDeclaration, read: Reader): Asked | undefined {
  const {ts} = read
  const block = node.parent.parent?.parent
  if (!ts.isIdentifier(node.name) || node.name.text !== 'localVarPath' || !node.initializer) return undefined
  if (!block || !ts.isBlock(block)) return undefined
  for (const statement of block.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const {name, initializer} of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || name.text !== 'localVarRequestOptions' || !initializer) continue
      if (ts.isObjectLiteralExpression(initializer) && ADDRESSES.some(each => propertyOf(initializer, each, read)))
        return undefined
      const method = methodWithin(initializer, read)
      return method === undefined ? undefined : asked('axios', node.initializer, method, read)
    }
  }
  return undefined
}

/** `typescript-fetch`: `this.request({path, method, headers, query})`, or what a method `…RequestOpts` gives back. */
export function askedByOptions(node: ts.ObjectLiteralExpression, read: Reader): Asked | undefined {
  const {ts} = read
  const path = propertyOf(node, 'path', read)
  const method = propertyOf(node, 'method', read)
  if (!path || !method || !ts.isStringLiteralLike(method) || !propertyOf(node, 'headers', read)) return undefined
  const {parent} = node
  const isRequest = ts.isCallExpression(parent) && parent.expression.getText() === 'this.request'
  if (!isRequest && !(ts.isReturnStatement(parent) && isOptionsMethod(parent, read))) return undefined
  const owner = ancestorOf(node, ts.isClassLike)
  const base = owner?.heritageClauses?.find(({token}) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
  if (!base || !/(?:^|\.)BaseAPI$/.test(base.expression.getText())) return undefined
  return asked('fetch', path, method.text, read)
}

/** The path as it is written, before what it leaves open is filled in. */
function asked(form: Asked['form'], given: ts.Expression, method: string, read: Reader): Asked {
  const {ts} = read
  let at = read.origin(given)
  while (
    ts.isCallExpression(at) &&
    ts.isPropertyAccessExpression(at.expression) &&
    at.expression.name.text === 'replace'
  )
    at = at.expression.expression
  return {form, address: joined(baseOf(read), read.evaluate(at)), method: text(method), at}
}

/** Where the description said that its API is. */
function baseOf({imported}: Reader): Value | undefined {
  const known = BASES.map(each => imported(each, 'BASE_PATH')).find(each => literalOf(each) !== undefined)
  return known && /^(?:[a-z]+:)?\/\/|^\/./i.test(literalOf(known) ?? '') ? known : undefined
}

/** `{method: 'GET', …}`, also in `Object.assign(…)` that compilers make of it. */
function methodWithin(node: ts.Node, read: Reader): string | undefined {
  const {ts} = read
  const own = ts.isObjectLiteralExpression(node) ? propertyOf(node, 'method', read) : undefined
  if (own) return ts.isStringLiteralLike(own) ? own.text : undefined
  return ts.forEachChild(node, each => methodWithin(each, read))
}

function propertyOf(node: ts.ObjectLiteralExpression, name: string, {ts}: Reader): ts.Expression | undefined {
  const found = node.properties.find(each => each.name && 'text' in each.name && each.name.text === name)
  if (!found) return undefined
  return ts.isPropertyAssignment(found)
    ? found.initializer
    : ts.isShorthandPropertyAssignment(found)
      ? found.name
      : undefined
}

function isOptionsMethod(node: ts.Node, {ts}: Reader): boolean {
  const method = ancestorOf(node, ts.isFunctionLike)
  return method?.name !== undefined && ts.isMethodDeclaration(method) && method.name.getText().endsWith('RequestOpts')
}

function ancestorOf<Kind extends ts.Node>(node: ts.Node, is: (node: ts.Node) => node is Kind): Kind | undefined {
  for (let at: ts.Node = node.parent; at; at = at.parent) if (is(at)) return at
  return undefined
}
