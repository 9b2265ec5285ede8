import {PLACEHOLDER, segmentPattern, type Vocabulary} from '../sql/aggregate.ts'

/** An operation, or all operations under a prefix, under one of the paths where logs can show it. */
export interface Template {
  /** The subject of the history: `GET /v1/loans/{loanId}`. */
  readonly operation: string
  /** `undefined` for any method. */
  readonly method: string | undefined
  readonly segments: readonly TemplateSegment[]
  /** Whether it stands for everything under its path. */
  readonly isPrefix: boolean
  /** The days on which it was released, both included. A missing one is open. */
  readonly released: readonly {readonly from?: string | undefined; readonly to?: string | undefined}[]
}

interface TemplateSegment {
  /** The text, with `{}` in place of parameters. */
  readonly text: string
  /** 0 for plain text, 1 for text with parameters, and 2 for a parameter alone. */
  readonly rank: 0 | 1 | 2
  readonly pattern?: RegExp
}

/** The segments of a path, without empty ones and dots. */
const segmentsOf = (path: string): string[] => path.split('/').filter(each => each !== '' && each !== '.')

export function parseSegments(path: string): TemplateSegment[] {
  return segmentsOf(path).map(written => {
    const text = written.replace(/\{[^{}]*\}/g, PLACEHOLDER)
    if (!text.includes(PLACEHOLDER)) return {text, rank: 0}
    if (text === PLACEHOLDER) return {text, rank: 2}
    return {text, rank: 1, pattern: new RegExp(segmentPattern(text), 's')}
  })
}

/** What of paths must be kept so that they can be matched with templates. */
export function vocabularyOf(templates: readonly Template[], prefixes: readonly string[]): Vocabulary {
  const segments = templates.flatMap(each => each.segments)
  const textsOf = (rank: number): string[] =>
    [...new Set(segments.filter(each => each.rank === rank).map(({text}) => text))].toSorted()
  return {
    literals: textsOf(0),
    patterns: textsOf(1),
    depth: Math.max(1, ...templates.map(each => each.segments.length)),
    prefixes: prefixes.map(each => `/${segmentsOf(each).join('/')}`).filter(each => each !== '/')
  }
}
