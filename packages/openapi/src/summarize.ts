import {posix} from 'node:path'
import type {DescriptionSummary, DescriptionText, FileReference} from '@tenure/core/descriptions/description'
import {loadYaml} from '@tenure/core/documents/parsing/load-yaml'
import {defined} from '@tenure/core/model/defined'
import {ignoreInputErrors} from '@tenure/core/model/input-error'
import {fieldsOf} from '@tenure/core/model/json'

/** The main key with a version as its value. Settings of a server can have the same key, but not with a version. */
const VERSION = /(?:^|[\n{,])\s*["']?(?:openapi|swagger)["']? *: *(?:!!str +)?["']?\d/

/** A comment at the beginning of a file that a program wrote. */
const GENERATED = /^(?:\s*#.*\n)*?\s*#.*\b(?:generated (?:by|with|using|from(?! this))|code generated|do not edit)\b/i

/** Reads what is at the top of a description. In YAML, only the sections that are needed are parsed. */
export function summarizeDescription({path, text}: DescriptionText): DescriptionSummary | undefined {
  if (!VERSION.test(text)) return undefined
  const sections = /^\s*\{/.test(text) ? readWhole(text) : readSections(text)
  const info = fieldsOf(sections.field('info'))
  const servers = sections.field('servers')
  const urls = Array.isArray(servers) ? servers.map(each => asText(fieldsOf(each).url)) : []
  const title = asText(info.title)?.trim()
  const version = asText(info.version)
  const paths = sections.names('paths').filter(name => name.startsWith('/'))
  return {
    path,
    ...defined({title, version}),
    format: /["']?(?:openapi|swagger)["']? *: *(?:!!str +)?["']?([\d.]+)/.exec(text)?.[1] ?? '',
    paths,
    bases: [asText(sections.field('basePath')), ...urls].flatMap(each => each ?? []),
    references: findReferences(path, text),
    ...(GENERATED.test(text) ? {isGenerated: true} : {}),
    ...(paths.length === 0 && sections.names('webhooks').length === 0 ? {lacks: 'paths'} : {})
  }
}

const REFERENCE = /\$ref["']?\s*:\s*["']?([^#"'\s,}][^"'\s,}]*)/g

function findReferences(path: string, text: string): FileReference[] {
  const written = new Set(Array.from(text.matchAll(REFERENCE), ([, reference = '']) => reference))
  return [...written]
    .filter(reference => !/^[a-z][a-z\d+.-]*:/i.test(reference))
    .map(reference => {
      const [file = '', fragment = ''] = reference.split('#')
      return {path: posix.join(posix.dirname(path), file), fragment}
    })
}

/** The top level of a document. */
interface Sections {
  readonly field: (key: string) => unknown
  /** The keys of the map at a top-level key. */
  readonly names: (key: string) => string[]
}

function readWhole(text: string): Sections {
  const root = fieldsOf(tryParse(text))
  return {field: key => root[key], names: key => Object.keys(fieldsOf(root[key]))}
}

const SECTION = /^( *)["']?([\w$-]+)["']?[ \t]*:/gm

/** Splits YAML at the keys with the smallest indentation, because parsing a large file takes long. */
function readSections(text: string): Sections {
  const indent = /^( *)[^\s#%-]/m.exec(text)?.[1]?.length ?? 0
  const starts = Array.from(text.matchAll(SECTION)).filter(([, spaces = '']) => spaces.length === indent)
  const textOf = (key: string): string | undefined => {
    const at = starts.findIndex(([, , name]) => name === key)
    return at < 0 ? undefined : text.slice(starts[at]?.index, starts[at + 1]?.index)
  }
  const field = (key: string): unknown => {
    const section = textOf(key)
    return section === undefined ? undefined : fieldsOf(tryParse(section))[key]
  }
  return {
    field,
    names: key => {
      const section = textOf(key)
      if (section === undefined) return []
      const [line = '', ...below] = section.split('\n')
      const isFlow = !/:[ \t]*(?:#.*)?\r?$/.test(line)
      return isFlow ? Object.keys(fieldsOf(field(key))) : namesBelow(below)
    }
  }
}

/** The keys with the indentation of the first one. */
function namesBelow(lines: readonly string[]): string[] {
  const first = lines.find(line => /^ *[^\s#]/.test(line)) ?? ''
  const indent = /^ */.exec(first)?.[0] ?? ''
  // Long keys are written after a question mark.
  const key = new RegExp(`^${indent}(?:\\? )?(?:"([^"]+)"|'([^']+)'|([^\\s#"'?][^\\s]*?))(?: *:(?:\\s|$)|$)`)
  return lines.flatMap(line => {
    const [, double, single, plain] = key.exec(line) ?? []
    return double ?? single ?? plain ?? []
  })
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return ignoreInputErrors(() => loadYaml(text, '').value)
  }
}

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
