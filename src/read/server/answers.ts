import ts from 'typescript'
import type {Answer} from './contract.ts'
import {nameIn, numbersOf, type Said} from './scan.ts'
import {bare, nameOf} from './syntax.ts'
import type {Schema, Shapes} from './types.ts'

const JSON_MEDIA = 'application/json'

/** What is answered by calls on an answer, in the words of Express and Fastify: `res.status(201).json(loan)`. */
export class Answers {
  readonly #checker: ts.TypeChecker
  readonly #shapes: Shapes

  constructor(checker: ts.TypeChecker, shapes: Shapes) {
    this.#checker = checker
    this.#shapes = shapes
  }

  /** `told` is the type that all bodies have, where somebody said so. */
  of({call, chain, name}: Said, told: ts.Type | undefined): Answer[] {
    const [first, second] = call.arguments
    const statuses = this.#statuses(chain)
    const each = (make: (status: string) => Answer): Answer[] => (statuses ?? ['200']).map(make)
    if (name === 'json' || name === 'jsonp' || (name === 'send' && first)) {
      return each(status => {
        const body = name === 'send' && first ? this.#sent(first) : undefined
        const isGood = /^2|^default/.test(status)
        const schema = body
          ? body.schema
          : told && isGood
            ? this.#shapes.of(told, call)
            : first
              ? this.expression(first)
              : {}
        return {status, media: body?.media ?? JSON_MEDIA, schema, node: call}
      })
    }
    if (name === 'sendStatus') return (this.#numbers(first) ?? ['default']).map(status => ({status, node: call}))
    if (name === 'redirect')
      return (second ? (this.#numbers(first) ?? ['302']) : ['302']).map(status => ({status, node: call}))
    if (name === 'end' || name === 'send') return each(status => ({status, node: call}))
    if (name === 'render') return each(status => ({status, media: 'text/html', schema: {type: 'string'}, node: call}))
    if (name === 'sendFile' || name === 'download') return each(status => ({status, media: '*/*', node: call}))
    return []
  }

  /** `res.send` sends text as text, and anything else as JSON. */
  #sent(node: ts.Expression): {media: string; schema?: Schema} | undefined {
    const type = this.#checker.getTypeAtLocation(node)
    const isText = (type.isUnion() ? type.types : [type]).every(({flags}) => flags & ts.TypeFlags.StringLike)
    if (isText) return {media: 'text/html', schema: {type: 'string'}}
    return type.symbol?.name === 'Buffer' ? {media: 'application/octet-stream'} : undefined
  }

  #statuses(chain: Said['chain']): readonly string[] | undefined {
    const setting = chain.find(each => ['status', 'code'].includes(nameIn(each)))
    return setting ? (this.#numbers(setting.arguments[0]) ?? ['default']) : undefined
  }

  #numbers(node: ts.Expression | undefined): readonly string[] | undefined {
    return numbersOf(node, this.#checker)?.map(String)
  }

  /** The shape of what an expression gives. Literals in it are examples: another text is no other shape. */
  expression(written: ts.Expression): Schema {
    const node = bare(written)
    const isConstant = written.parent && ts.isAsExpression(written) && written.type.getText() === 'const'
    if (written !== node && ts.isAsExpression(written) && !isConstant)
      return this.#shapes.of(this.#checker.getTypeFromTypeNode(written.type), written)
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return {type: 'string'}
    if (ts.isNumericLiteral(node)) return {type: 'number'}
    if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return {type: 'boolean'}
    if (node.kind === ts.SyntaxKind.NullKeyword) return {type: 'null'}
    if (ts.isObjectLiteralExpression(node) && node.properties.every(isPlain)) return this.#literal(node)
    return this.#shapes.of(this.#shapes.settled(this.#checker.getTypeAtLocation(node)), node)
  }

  #literal(node: ts.ObjectLiteralExpression): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const each of node.properties) {
      if (!ts.isPropertyAssignment(each) && !ts.isShorthandPropertyAssignment(each)) continue
      const name = nameOf(each.name) ?? ''
      const value = ts.isPropertyAssignment(each) ? each.initializer : each.name
      const type = this.#checker.getTypeAtLocation(value)
      const parts = type.isUnion() ? type.types : [type]
      const isNothing = ({flags}: ts.Type): boolean => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0
      if (parts.every(isNothing)) continue
      const made = this.expression(value)
      const own = typeof made === 'object' ? {...made} : made
      if (typeof own === 'object') this.#shapes.nodes.set(own, each)
      Object.defineProperty(properties, name, {value: own, enumerable: true, configurable: true, writable: true})
      if (!parts.some(isNothing)) required.push(name)
    }
    const made = {
      type: 'object',
      ...(Object.keys(properties).length > 0 ? {properties} : {}),
      ...(required.length > 0 ? {required} : {})
    }
    this.#shapes.nodes.set(made, node)
    return made
  }
}

const isPlain = (each: ts.ObjectLiteralElementLike): boolean =>
  (ts.isPropertyAssignment(each) || ts.isShorthandPropertyAssignment(each)) && nameOf(each.name) !== undefined
