import type {DeprecationNotice, Language, Marks, WrittenMarks} from '@tenure/core/languages/language'
import type {NamedTarget, SubjectPart, Target} from '@tenure/core/model/subject/subject'
import {MCP_KINDS} from './kinds.ts'

export const toolTarget = (name: string): NamedTarget => ({kind: 'tool', text: `tool ${name}`, name})

/** The characters that a name can have, by the specification of 2025-11-25. */
const NOTATION = /^tool ([\w./-]{1,128})$/

const META: Marks = {
  deprecated: '"_meta": {"deprecated": true}',
  since: '"_meta": {"deprecated": "DAY"}',
  sunset: '"_meta": {"sunset": "DAY"}',
  replacement: '"_meta": {"replacedBy": "SUBJECT"}',
  stability: '"_meta": {"stability": "LEVEL"}'
}

/** Schemas mark arguments and fields of results, but none of their values. */
const markOfField = ({value}: SubjectPart): Marks => (value === undefined ? {deprecated: '"deprecated": true'} : {})

/** The tools of MCP servers, as `tools/list` returns them. */
export const mcp: Language = {
  name: 'mcp',
  isUnversioned: true,
  targetKinds: {tool: {plural: 'tools', noun: 'tool', counted: 'tool', exchange: ['call', 'result', 'argument']}},
  parseTarget: (text): Target | undefined => {
    const name = NOTATION.exec(text.trim())?.[1]
    return name === undefined ? undefined : toolTarget(name)
  },
  files: {
    name: /\.(?:json|snap)$/i,
    usual: ['tools.json', 'mcp.json', 'mcp-tools.json'],
    isUsual: /(?:^|[._-])(?:mcp|tools)(?:[._-].*)?\.json$/i,
    empty: {path: 'nothing.json', text: '{"tools": []}\n'}
  },
  kinds: MCP_KINDS,
  deprecable: {what: 'a tool', name: 'tool NAME'},
  presets: ['mcp-tools'],
  policy: {name: 'mcp-tools', why: 'a suggestion, because no public policy is about tools'},
  forms: ['tool name'],
  sampleTargets: ['tool get_loan'],
  marks: (_, part) => (part ? markOfField(part) : META),
  writeMarks
}

/** The `_meta` of a deprecated tool. Its arguments have no marks but their descriptions. */
function writeMarks({subject: {part}, since, sunset, replacement}: DeprecationNotice): WrittenMarks {
  if (part) return {where: 'In the schema of the argument:', lines: ['"deprecated": true']}
  const instead =
    replacement && !replacement.part ? {replacedBy: replacement.target.name ?? replacement.target.text} : {}
  const meta = {deprecated: since, ...(sunset === undefined ? {} : {sunset}), ...instead}
  return {where: 'In the definition of the tool:', lines: [`"_meta": ${JSON.stringify(meta)}`]}
}
