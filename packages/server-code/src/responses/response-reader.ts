import {defined} from '@tenure/core/model/defined'
import {setOwn} from '@tenure/core/model/json'
import ts from 'typescript'
import {ANY_STATUS, type ContractResponse} from '../route-contract.ts'
import type {Schema, TypeConverter} from '../schemas/types-to-schemas.ts'
import {propertyNameOf, stripWrappers} from '../syntax.ts'
import {isJsonMediaType, JSON_MEDIA} from './media-types.ts'
import type {PathValues} from './path-values.ts'
import type {ResponseCall, ResponseFrame} from './response-calls.ts'
import {ResponseState} from './response-state.ts'
import {findStatuses, UNDETERMINED_VALUE} from './status-values.ts'

/** Defaults of a framework: status and media type of strings. */
export interface ResponseDefaults {
  readonly status: string
  readonly text: string
}

export const EXPRESS_DEFAULTS: ResponseDefaults = {status: '200', text: 'text/html'}
export const FASTIFY_DEFAULTS: ResponseDefaults = {status: '200', text: 'text/plain'}

interface Content {
  readonly media?: string
  readonly schema?: Schema | undefined
}

/** Reads responses from calls on the response object of Express and Fastify: `res.status(201).json(loan)`. */
export class ResponseReader {
  readonly #checker: ts.TypeChecker
  readonly #shapes: TypeConverter
  readonly #state: ResponseState

  constructor(checker: ts.TypeChecker, shapes: TypeConverter) {
    this.#checker = checker
    this.#shapes = shapes
    this.#state = new ResponseState(checker)
  }

  /** Responses that a call sends. `declared` is the declared type of all bodies, if any. */
  read(responseCall: ResponseCall, declared: ts.Type | undefined, usual: ResponseDefaults): ContractResponse[] {
    const {call, name, frame} = responseCall
    const [first] = call.arguments
    if (name === 'sendStatus')
      return this.#resolveStatuses(findStatuses(first, frame, this.#checker), '200', call).map(status => ({
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
  statusesOfArgument(written: ts.Expression, frame: ResponseFrame, node: ts.Node): readonly string[] {
    const given = stripWrappers(written)
    const fields = ts.isObjectLiteralExpression(given) ? given.properties : []
    const field = fields.find(each => each.name && propertyNameOf(each.name as ts.PropertyName) === 'status')
    const number = field && ts.isPropertyAssignment(field) ? field.initializer : written
    return this.#resolveStatuses(findStatuses(number, frame, this.#checker), '200', node)
  }

  /** Statuses under which the returned value of a function is sent. */
  statusesOfReturn(node: ts.Node, frame: ResponseFrame, usual: string): readonly string[] {
    return this.#resolveStatuses(this.#state.valuesBefore('status', node, frame), usual, node)
  }

  /** Statuses set where a function ends without sending a response itself. */
  statusesAtExit(frame: ResponseFrame, usual: string): readonly string[] {
    return this.#resolveStatuses(this.#state.valuesAtExit('status', frame), usual, frame.fn)
  }

  #statuses(responseCall: ResponseCall, {status}: ResponseDefaults): readonly string[] {
    return this.#resolveStatuses(this.#state.valuesAt('status', responseCall), status, responseCall.call)
  }

  #resolveStatuses(ways: PathValues, usual: string, node: ts.Node): readonly string[] {
    if (ways.has(UNDETERMINED_VALUE)) this.#shapes.reportComputedStatus(node)
    return [
      ...new Set([...ways].map(each => (each === 'unset' ? usual : each === UNDETERMINED_VALUE ? ANY_STATUS : each)))
    ]
  }

  /**
   * Statuses of a redirect. Without an argument, Express uses 302; Fastify uses the status that was set before, and
   * also accepts its arguments in the opposite order.
   */
  #redirectStatuses(responseCall: ResponseCall, usual: ResponseDefaults): readonly string[] {
    const {call, frame} = responseCall
    const [first, second] = call.arguments
    if (!second) return usual === FASTIFY_DEFAULTS ? this.#statuses(responseCall, {...usual, status: '302'}) : ['302']
    const type = this.#checker.getTypeAtLocation(second)
    const isNumber = (type.isUnion() ? type.types : [type]).every(({flags}) => flags & ts.TypeFlags.NumberLike)
    return this.#resolveStatuses(findStatuses(isNumber ? second : first, frame, this.#checker), '302', call)
  }

  #contentsOf(
    responseCall: ResponseCall,
    declared: ts.Type | undefined,
    status: string,
    usual: ResponseDefaults
  ): Content[] {
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
          ? this.#shapes.convert(declared, call)
          : body.json
            ? this.schemaOfExpression(body.json)
            : {}
    return this.#contentsByMedia(this.#state.valuesAt('media', responseCall), body, call)
  }

  /** A body under each media type that might have been set. */
  #contentsByMedia(ways: PathValues, body: Body, node: ts.Node): Content[] {
    return [...ways].map((each): Content => {
      if (each === UNDETERMINED_VALUE) {
        this.#shapes.reportComputedMedia(node)
        return {media: '*/*'}
      }
      const media = each === 'unset' ? body.media : each
      if (media === undefined) return {}
      if (!isJsonMediaType(media) || body.media === JSON_MEDIA) return {media, schema: body.schema}
      const schema = body.json
        ? this.schemaOfExpression(body.json)
        : this.#shapes.unknownSchema(node, 'text that holds JSON')
      return {media, schema}
    })
  }

  /**
   * Media type and schema of a body. `res.send` sends strings as text and everything else as JSON; `res.end` accepts
   * only strings and bytes.
   */
  #bodyOf(name: string, first: ts.Expression | undefined, call: ts.CallExpression, usual: ResponseDefaults): Body {
    if (!first || name === 'json' || name === 'jsonp') return {media: JSON_MEDIA, json: first}
    const type = this.#checker.getTypeAtLocation(first)
    const written = findStringified(first)
    if (name === 'end') {
      if (written) return {media: JSON_MEDIA, json: written}
      return {media: undefined, schema: isText(type) ? {type: 'string'} : undefined}
    }
    if (isText(type)) return defined({media: usual.text, schema: {type: 'string'}, json: written})
    if (type.symbol?.name === 'Buffer') return {media: 'application/octet-stream'}
    return {media: JSON_MEDIA, json: call.arguments[0]}
  }

  #isFunction(node: ts.Expression): boolean {
    return this.#checker.getTypeAtLocation(node).getCallSignatures().length > 0
  }

  /** Contents of a returned value, under the media types that were set before it. */
  contentsOfReturn(node: ts.Expression, frame: ResponseFrame | undefined, body: Body): Content[] {
    if (!frame) return [{media: body.media, schema: body.schema} as Content]
    return this.#contentsByMedia(this.#state.valuesBefore('media', node, frame), body, node)
  }

  /** Schema of an expression. Literals stand for their type, because a different string isn't a different schema. */
  schemaOfExpression(written: ts.Expression): Schema {
    const node = stripWrappers(written)
    const isConstant = written.parent && ts.isAsExpression(written) && written.type.getText() === 'const'
    if (written !== node && ts.isAsExpression(written) && !isConstant)
      return this.#shapes.convert(this.#checker.getTypeFromTypeNode(written.type), written)
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return {type: 'string'}
    if (ts.isNumericLiteral(node)) return {type: 'number'}
    if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return {type: 'boolean'}
    if (node.kind === ts.SyntaxKind.NullKeyword) return {type: 'null'}
    if (ts.isObjectLiteralExpression(node) && node.properties.every(isPlain)) return this.#schemaOfLiteral(node)
    return this.#shapes.convert(this.#shapes.awaitedType(this.#checker.getTypeAtLocation(node)), node)
  }

  #schemaOfLiteral(node: ts.ObjectLiteralExpression): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const each of node.properties) {
      if (!ts.isPropertyAssignment(each) && !ts.isShorthandPropertyAssignment(each)) continue
      const name = propertyNameOf(each.name) ?? ''
      const value = ts.isPropertyAssignment(each) ? each.initializer : each.name
      const type = this.#checker.getTypeAtLocation(value)
      const parts = type.isUnion() ? type.types : [type]
      const isNothing = ({flags}: ts.Type): boolean => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0
      if (parts.every(isNothing)) continue
      const made = this.schemaOfExpression(value)
      const own = typeof made === 'object' ? {...made} : made
      if (typeof own === 'object') this.#shapes.nodes.set(own, each)
      setOwn(properties, name, own)
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
  (ts.isPropertyAssignment(each) || ts.isShorthandPropertyAssignment(each)) && propertyNameOf(each.name) !== undefined

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
  const node = stripWrappers(written)
  return ts.isCallExpression(node) && node.expression.getText() === 'JSON.stringify' ? node.arguments[0] : undefined
}
