import ts from 'typescript'
import {type Answer, COMPUTED} from '../route-contract.ts'
import type {Schema, Shapes} from '../schemas/types-to-schemas.ts'
import {bare, nameOf} from '../syntax.ts'
import {isJson} from './media-types.ts'
import type {Ways} from './path-values.ts'
import type {AnswerFrame, Said} from './response-calls.ts'
import {AnswerState} from './response-state.ts'
import {OPEN, statusesIn} from './status-values.ts'

const JSON_MEDIA = 'application/json'

/** Defaults of a framework: status and media type of strings. */
export interface Usual {
  readonly status: string
  readonly text: string
}

export const EXPRESS: Usual = {status: '200', text: 'text/html'}
export const FASTIFY: Usual = {status: '200', text: 'text/plain'}

interface Content {
  readonly media?: string
  readonly schema?: Schema | undefined
}

/** Reads responses from calls on the response object of Express and Fastify: `res.status(201).json(loan)`. */
export class Answers {
  readonly #checker: ts.TypeChecker
  readonly #shapes: Shapes
  readonly #state: AnswerState

  constructor(checker: ts.TypeChecker, shapes: Shapes) {
    this.#checker = checker
    this.#shapes = shapes
    this.#state = new AnswerState(checker)
  }

  /** Responses that a call sends. `declared` is the declared type of all bodies, if any. */
  of(responseCall: Said, declared: ts.Type | undefined, usual: Usual): Answer[] {
    const {call, name, frame} = responseCall
    const [first] = call.arguments
    if (name === 'sendStatus')
      return this.#resolveStatuses(statusesIn(first, frame, this.#checker), '200', call).map(status => ({
        status,
        node: call
      }))
    if (name === 'redirect') return this.#redirectStatuses(responseCall, usual).map(status => ({status, node: call}))
    if (!RESPONSE_METHODS.has(name)) return []
    return this.#statuses(responseCall, usual).flatMap(status =>
      this.#contentsOf(responseCall, declared, status, usual).map(content => ({status, ...content, node: call}))
    )
  }

  /** Statuses that an argument holds: a number, or an object with a `status` property. */
  said(written: ts.Expression, frame: AnswerFrame, node: ts.Node): readonly string[] {
    const given = bare(written)
    const fields = ts.isObjectLiteralExpression(given) ? given.properties : []
    const field = fields.find(each => each.name && nameOf(each.name as ts.PropertyName) === 'status')
    const number = field && ts.isPropertyAssignment(field) ? field.initializer : written
    return this.#resolveStatuses(statusesIn(number, frame, this.#checker), '200', node)
  }

  /** Statuses under which the returned value of a function is sent. */
  returned(node: ts.Node, frame: AnswerFrame, usual: string): readonly string[] {
    return this.#resolveStatuses(this.#state.before('status', node, frame), usual, node)
  }

  /** Statuses set where a function ends without sending a response itself. */
  left(frame: AnswerFrame, usual: string): readonly string[] {
    return this.#resolveStatuses(this.#state.through('status', frame), usual, frame.fn)
  }

  #statuses(responseCall: Said, {status}: Usual): readonly string[] {
    return this.#resolveStatuses(this.#state.of('status', responseCall), status, responseCall.call)
  }

  #resolveStatuses(ways: Ways, usual: string, node: ts.Node): readonly string[] {
    if (ways.has(OPEN)) this.#shapes.lacksStatus(node)
    return [...new Set([...ways].map(each => (each === 'unset' ? usual : each === OPEN ? COMPUTED : each)))]
  }

  /**
   * Statuses of a redirect. Without an argument, Express uses 302; Fastify uses the status that was set before, and
   * also accepts its arguments in the opposite order.
   */
  #redirectStatuses(responseCall: Said, usual: Usual): readonly string[] {
    const {call, frame} = responseCall
    const [first, second] = call.arguments
    if (!second) return usual === FASTIFY ? this.#statuses(responseCall, {...usual, status: '302'}) : ['302']
    const type = this.#checker.getTypeAtLocation(second)
    const isNumber = (type.isUnion() ? type.types : [type]).every(({flags}) => flags & ts.TypeFlags.NumberLike)
    return this.#resolveStatuses(statusesIn(isNumber ? second : first, frame, this.#checker), '302', call)
  }

  #contentsOf(responseCall: Said, declared: ts.Type | undefined, status: string, usual: Usual): Content[] {
    const {call, name} = responseCall
    const [first] = call.arguments
    if (name === 'render' || name === 'view') return [{media: 'text/html', schema: {type: 'string'}}]
    if (name === 'sendFile' || name === 'download') return [{media: '*/*'}]
    const isBody = first !== undefined && !(name === 'end' && this.#isFunction(first))
    if (!isBody && (name === 'end' || name === 'send')) return [{}]
    const body = this.#bodyOf(name, first, call, usual)
    if (body.media === JSON_MEDIA && body.schema === undefined)
      body.schema =
        declared && /^2|^default|^computed/.test(status)
          ? this.#shapes.of(declared, call)
          : body.json
            ? this.expression(body.json)
            : {}
    return this.#contentsByMedia(this.#state.of('media', responseCall), body, call)
  }

  /** A body under each media type that might have been set. */
  #contentsByMedia(ways: Ways, body: Body, node: ts.Node): Content[] {
    return [...ways].map((each): Content => {
      if (each === OPEN) {
        this.#shapes.lacksMedia(node)
        return {media: '*/*'}
      }
      const media = each === 'unset' ? body.media : each
      if (media === undefined) return {}
      if (!isJson(media) || body.media === JSON_MEDIA) return {media, schema: body.schema}
      const schema = body.json ? this.expression(body.json) : this.#shapes.unknown(node, 'text that holds JSON')
      return {media, schema}
    })
  }

  /**
   * Media type and schema of a body. `res.send` sends strings as text and everything else as JSON; `res.end` accepts
   * only strings and bytes.
   */
  #bodyOf(name: string, first: ts.Expression | undefined, call: ts.CallExpression, usual: Usual): Body {
    if (!first || name === 'json' || name === 'jsonp') return {media: JSON_MEDIA, json: first}
    const type = this.#checker.getTypeAtLocation(first)
    const written = findStringified(first)
    if (name === 'end') {
      if (written) return {media: JSON_MEDIA, json: written}
      return {media: undefined, schema: isText(type) ? {type: 'string'} : undefined}
    }
    if (isText(type)) return {media: usual.text, schema: {type: 'string'}, ...(written ? {json: written} : {})}
    if (type.symbol?.name === 'Buffer') return {media: 'application/octet-stream'}
    return {media: JSON_MEDIA, json: call.arguments[0]}
  }

  #isFunction(node: ts.Expression): boolean {
    return this.#checker.getTypeAtLocation(node).getCallSignatures().length > 0
  }

  /** Contents of a returned value, under the media types that were set before it. */
  givenBack(node: ts.Expression, frame: AnswerFrame | undefined, body: Body): Content[] {
    if (!frame) return [{media: body.media, schema: body.schema} as Content]
    return this.#contentsByMedia(this.#state.before('media', node, frame), body, node)
  }

  /** Schema of an expression. Literals stand for their type, because a different string isn't a different schema. */
  expression(written: ts.Expression): Schema {
    const node = bare(written)
    const isConstant = written.parent && ts.isAsExpression(written) && written.type.getText() === 'const'
    if (written !== node && ts.isAsExpression(written) && !isConstant)
      return this.#shapes.of(this.#checker.getTypeFromTypeNode(written.type), written)
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return {type: 'string'}
    if (ts.isNumericLiteral(node)) return {type: 'number'}
    if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return {type: 'boolean'}
    if (node.kind === ts.SyntaxKind.NullKeyword) return {type: 'null'}
    if (ts.isObjectLiteralExpression(node) && node.properties.every(isPlain)) return this.#schemaOfLiteral(node)
    return this.#shapes.of(this.#shapes.settled(this.#checker.getTypeAtLocation(node)), node)
  }

  #schemaOfLiteral(node: ts.ObjectLiteralExpression): Schema {
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

const RESPONSE_METHODS: ReadonlySet<string> = new Set([
  'json',
  'jsonp',
  'send',
  'end',
  'render',
  'view',
  'sendFile',
  'download'
])

/** A body and its JSON part, as in `end(JSON.stringify(loan))`. */
interface Body {
  readonly media: string | undefined
  schema?: Schema | undefined
  readonly json?: ts.Expression | undefined
}

const isText = (type: ts.Type): boolean =>
  (type.isUnion() ? type.types : [type]).every(({flags}) => flags & ts.TypeFlags.StringLike)

function findStringified(written: ts.Expression): ts.Expression | undefined {
  const node = bare(written)
  return ts.isCallExpression(node) && node.expression.getText() === 'JSON.stringify' ? node.arguments[0] : undefined
}
