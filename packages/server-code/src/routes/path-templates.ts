import type {PathSyntax} from '../routers.ts'

/** An OpenAPI path template with its parameters. */
export interface PathTemplate {
  readonly path: string
  readonly parameters: readonly PathParameter[]
}

export interface PathParameter {
  readonly name: string
  readonly pattern?: string
  /** The parameter matches the rest of the path, including slashes. */
  readonly isRest?: true
}

type Part =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'parameter'; readonly parameter: PathParameter}
  | {readonly kind: 'optional'; readonly parts: readonly Part[]}

/** Joins a path to a prefix. */
export function joinPaths(prefix: string, path: string): string {
  const start = prefix.replace(/\/+$/, '')
  const rest = path === '' || path === '/' ? '' : path.startsWith('/') ? path : `/${path}`
  return `${start}${rest}` || '/'
}

/**
 * All templates of a framework path: more than one if it has optional parts. Returns what the path lacks if it can't be
 * expressed.
 */
export function parsePathTemplates(
  path: string,
  style: PathSyntax
): readonly PathTemplate[] | {readonly lacks: string} {
  const reader = new PathReader(path, style)
  const parts = reader.all()
  if (typeof parts === 'string') return {lacks: parts}
  if (countVariants(parts) > 32) return {lacks: 'its path has too many optional parts'}
  const variants = expandVariants(parts)
  const templates = variants.map((all): PathTemplate => {
    const text = all
      .map(each => (each.kind === 'text' ? each.text : each.kind === 'parameter' ? `{${each.parameter.name}}` : ''))
      .join('')
    const tidy = text.replaceAll(/\/{2,}/g, '/')
    return {
      path: tidy === '' ? '/' : tidy,
      parameters: all.flatMap(each => (each.kind === 'parameter' ? [each.parameter] : []))
    }
  })
  return [...new Map(templates.map(each => [each.path, each])).values()]
}

/** Stands for the value of a parameter. */
const ANY = '\0'

/** Whether one path, or all paths below it, match everything that another path matches. */
export function coversPath(
  {path, isBelow}: {readonly path: PathTemplate; readonly isBelow: boolean},
  narrow: PathTemplate
): boolean {
  const sample = narrow.parameters.reduce(
    (text, {name, isRest}) => text.replace(`{${name}}`, isRest ? `${ANY}/${ANY}` : ANY),
    narrow.path
  )
  const parts = path.path.split(/(\{[^{}]*\})/).map((text, at) => {
    const parameter = path.parameters.find(({name}) => at % 2 === 1 && text === `{${name}}`)
    return parameter ? patternOf(parameter) : text.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&')
  })
  const start = path.path === '/' && isBelow ? '' : parts.join('')
  try {
    return new RegExp(`^${start}${isBelow ? '(?:/.*)?' : ''}$`).test(sample)
  } catch {
    return false
  }
}

/** A pattern for the values of a parameter. One that might take long matches none, and none matches a parameter. */
function patternOf({pattern, isRest}: PathParameter): string {
  if (isRest) return '.+'
  if (pattern === undefined) return '[^/]+'
  return (pattern.match(/[*+{]/g) ?? []).length > 1 ? '(?!)' : `(?![^/]*${ANY})(?:${pattern})`
}

/** Number of combinations in which optional parts are present or left out. */
const countVariants = (parts: readonly Part[]): number =>
  parts.reduce((count, part) => (part.kind === 'optional' ? count * (1 + countVariants(part.parts)) : count), 1)

/** All combinations in which optional parts are present or left out, shorter ones first. */
function expandVariants(parts: readonly Part[]): Part[][] {
  let all: Part[][] = [[]]
  for (const part of parts) {
    all =
      part.kind === 'optional'
        ? all.concat(all.flatMap(start => expandVariants(part.parts).map(rest => [...start, ...rest])))
        : all.map(start => [...start, part])
  }
  return all
}

class PathReader {
  readonly #path: string
  readonly #style: PathSyntax
  #at = 0
  #rests = 0

  constructor(path: string, style: PathSyntax) {
    this.#path = path
    this.#style = style
  }

  all(): readonly Part[] | string {
    return this.#parts(undefined)
  }

  #parts(until: string | undefined): readonly Part[] | string {
    const parts: Part[] = []
    while (this.#at < this.#path.length) {
      const char = this.#path[this.#at] as string
      if (char === until) {
        this.#at++
        return parts
      }
      const next = this.#part(char, parts)
      if (typeof next === 'string') return next
    }
    return until === undefined ? parts : `\`${until}\` is missing in its path`
  }

  #part(char: string, parts: Part[]): string | undefined {
    if (char === '\\') {
      this.#text(parts, this.#path[this.#at + 1] ?? '')
      this.#at += 2
    } else if (char === ':' && this.#path[this.#at + 1] === ':' && this.#style === 'fastify') {
      this.#text(parts, ':')
      this.#at += 2
    } else if (char === ':' && /[\w$]/.test(this.#path[this.#at + 1] ?? '')) return this.#parameter(parts)
    else if (char === '*') this.#rest(parts)
    else if (char === '{' && this.#style === 'express') {
      this.#at++
      const inner = this.#parts('}')
      if (typeof inner === 'string') return inner
      parts.push({kind: 'optional', parts: inner})
    } else if (char === '(' && this.#style === 'express') {
      const pattern = this.#readGroup('(', ')')
      if (pattern === undefined) return '`)` is missing in its path'
      parts.push({kind: 'parameter', parameter: {name: this.#restName(), pattern}})
    } else if ((char === '?' || char === '+') && this.#style === 'express') {
      return `its path has \`${char}\`, which makes the character before it optional or repeated`
    } else {
      this.#text(parts, char)
      this.#at++
    }
    return undefined
  }

  #text(parts: Part[], text: string): void {
    const last = parts.at(-1)
    if (last?.kind === 'text') parts[parts.length - 1] = {kind: 'text', text: last.text + text}
    else parts.push({kind: 'text', text})
  }

  #parameter(parts: Part[]): string | undefined {
    // Parameter names in Hono can contain a dash, because they extend to the end of the segment.
    const named = (this.#style === 'hono' ? /[\w$-]+/y : /[\w$]+/y) as RegExp
    named.lastIndex = this.#at + 1
    const name = named.exec(this.#path)?.[0] ?? ''
    this.#at += 1 + name.length
    const opens = this.#style === 'hono' ? '{' : '('
    const pattern = this.#path[this.#at] === opens ? this.#readGroup(opens, opens === '{' ? '}' : ')') : undefined
    const after = this.#path[this.#at]
    const isOptional = after === '?'
    const isMany = this.#style === 'express' && (after === '*' || after === '+')
    if (isOptional || isMany) this.#at++
    const parameter: PathParameter = {
      name,
      ...(pattern === undefined ? {} : {pattern}),
      ...(isMany || (pattern !== undefined && /^\.[*+]$/.test(pattern)) ? {isRest: true as const} : {})
    }
    const part: Part = {kind: 'parameter', parameter}
    if (isOptional || after === '*') this.#addOptional(parts, part)
    else parts.push(part)
    return undefined
  }

  /** Adds an optional parameter, which includes the slash before it. */
  #addOptional(parts: Part[], part: Part): void {
    const last = parts.at(-1)
    if (last?.kind === 'text' && last.text.endsWith('/')) {
      const kept = last.text.slice(0, -1)
      if (kept === '') parts.pop()
      else parts[parts.length - 1] = {kind: 'text', text: kept}
      parts.push({kind: 'optional', parts: [{kind: 'text', text: '/'}, part]})
    } else parts.push({kind: 'optional', parts: [part]})
  }

  #rest(parts: Part[]): void {
    const named = /\*([\w$]+)/y
    named.lastIndex = this.#at
    const found = this.#style === 'express' ? named.exec(this.#path)?.[1] : undefined
    this.#at += 1 + (found?.length ?? 0)
    parts.push({kind: 'parameter', parameter: {name: found ?? this.#restName(), isRest: true}})
  }

  #restName(): string {
    this.#rests++
    return this.#rests === 1 ? 'rest' : `rest${this.#rests}`
  }

  #readGroup(open: string, close: string): string | undefined {
    let depth = 0
    for (let at = this.#at; at < this.#path.length; at++) {
      const char = this.#path[at]
      if (char === '\\') at++
      else if (char === open) depth++
      else if (char === close && --depth === 0) {
        const inner = this.#path.slice(this.#at + 1, at)
        this.#at = at + 1
        return inner
      }
    }
    return undefined
  }
}
