import type ts from 'typescript'
import type {Reader} from '../file-context.ts'
import {text, type Value} from '../values/value.ts'
import type {Asked} from './request-calls.ts'

// Links and forms of pages are requests that users trigger.

const LINKS = /^(?:href|src|action|formAction|data|poster|xlinkHref)$/
/** Attributes of components that hold addresses. What the component does with them isn't known. */
const ADDRESS_ATTRIBUTE = /^(?:href|src|source|url|uri|endpoint|action|api|\w+(?:Url|URL|Uri|URI|Endpoint))$/
const HTMX_ATTRIBUTE = /^(?:data-)?hx-(get|post|put|patch|delete)$/

export function askedOfElement(node: ts.JsxOpeningLikeElement, read: Reader): Asked[] {
  const {ts} = read
  const tag = node.tagName.getText()
  const isOwn = /^[a-z]/.test(tag)
  return node.attributes.properties.flatMap((attribute): Asked[] => {
    if (!ts.isJsxAttribute(attribute) || !attribute.initializer) return []
    const name = attribute.name.getText()
    const at = attribute.initializer
    const value = attributeValue(at, read)
    if (!value) return []
    const boosted = HTMX_ATTRIBUTE.exec(name)?.[1]
    if (boosted) return [{form: 'page', address: value, method: text(boosted.toUpperCase()), at}]
    if (isOwn && LINKS.test(name)) return [{form: 'page', address: value, method: linkMethod(name, node, read), at}]
    return !isOwn && ADDRESS_ATTRIBUTE.test(name) ? [{form: 'url', address: value, at}] : []
  })
}

function attributeValue(node: ts.JsxAttributeValue, {ts, evaluate}: Reader): Value | undefined {
  if (ts.isStringLiteral(node)) return text(node.text)
  return ts.isJsxExpression(node) && node.expression ? evaluate(node.expression) : undefined
}

/** Method of a link or form. Links use GET; forms declare their method. */
function linkMethod(name: string, node: ts.JsxOpeningLikeElement, read: Reader): Value {
  const {ts} = read
  const key = name === 'action' ? 'method' : name === 'formAction' ? 'formMethod' : undefined
  for (const attribute of key ? node.attributes.properties : []) {
    if (ts.isJsxAttribute(attribute) && attribute.name.getText() === key && attribute.initializer)
      return attributeValue(attribute.initializer, read) ?? text('GET')
  }
  return text('GET')
}

/** Requests of assignments: `location.href = …`, `image.src = …`. */
export function askedOfAssignment({left, right}: ts.BinaryExpression, {ts, evaluate}: Reader): Asked[] {
  const isPage =
    (ts.isPropertyAccessExpression(left) &&
      (left.name.text === 'location' ||
        left.name.text === 'src' ||
        (left.name.text === 'href' && /(?:^|\.)(?:location|link|anchor|a)$/.test(left.expression.getText())))) ||
    (ts.isIdentifier(left) && left.text === 'location' && evaluate(left).kind === 'package')
  return isPage ? [{form: 'page', address: evaluate(right), method: text('GET'), at: right}] : []
}
