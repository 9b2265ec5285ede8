import type ts from 'typescript'
import type {FileContext} from '../file-context.ts'
import {type StaticValue, stringValue} from '../values/value.ts'
import type {FoundRequest} from './request-calls.ts'

// Links and forms of pages are requests that users trigger.

const LINKS = /^(?:href|src|action|formAction|data|poster|xlinkHref)$/
/** Attributes of components that hold addresses. What the component does with them isn't known. */
const ADDRESS_ATTRIBUTE = /^(?:href|src|source|url|uri|endpoint|action|api|\w+(?:Url|URL|Uri|URI|Endpoint))$/
const HTMX_ATTRIBUTE = /^(?:data-)?hx-(get|post|put|patch|delete)$/

export function findElementRequests(node: ts.JsxOpeningLikeElement, read: FileContext): FoundRequest[] {
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
export function findAssignmentRequests(
  {left, right}: ts.BinaryExpression,
  {ts, evaluate}: FileContext
): FoundRequest[] {
  const isPage =
    (ts.isPropertyAccessExpression(left) &&
      (left.name.text === 'location' ||
        left.name.text === 'src' ||
        (left.name.text === 'href' && /(?:^|\.)(?:location|link|anchor|a)$/.test(left.expression.getText())))) ||
    (ts.isIdentifier(left) && left.text === 'location' && evaluate(left).kind === 'package')
  return isPage ? [{form: 'page', address: evaluate(right), method: stringValue('GET'), at: right}] : []
}
