import type {DeprecationNotice, Language, Marks, WrittenMarks} from '@tenure/core/languages/language'
import {isPrefix, type SubjectPart, type Target} from '@tenure/core/model/subject/subject'
import {CRD_KINDS} from './kinds.ts'
import {parseResourceTarget} from './subjects.ts'

/** A definition that serves nothing. */
const NO_VERSIONS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec: {group: none.example, names: {kind: None}, versions: []}
`

/** Definitions of custom resources of Kubernetes (`apiextensions.k8s.io/v1`). */
export const crd: Language = {
  name: 'crd',
  targetKinds: {
    resource: {
      plural: 'resources',
      counted: 'resource',
      exchange: ['resource', 'resource'],
      use: 'use',
      nameInProse: ({path = ''}) => {
        const [, group = '', version = '', name = ''] = path.split('/')
        return {name, group, version}
      }
    }
  },
  parseTarget: parseResourceTarget,
  files: {
    name: /\.(?:ya?ml|json)$/i,
    usual: ['crd.yaml', 'crds.yaml'],
    isUsual: /(?:^|[._-])crds?(?:[._-].*)?\.(?:ya?ml|json)$/i,
    empty: {path: 'nothing.yaml', text: NO_VERSIONS}
  },
  kinds: CRD_KINDS,
  deprecable: {what: 'a version', name: 'GROUP/VERSION KIND'},
  presets: ['kubernetes'],
  policy: {name: 'kubernetes', why: 'the usual one for custom resources'},
  forms: ['group/version Kind'],
  sampleTargets: ['library.example/v1beta1 Loan'],
  marks: (_, part) =>
    part
      ? markOfField(part)
      : {
          deprecated: 'deprecated: true',
          replacement: 'deprecationWarning: "use SUBJECT"',
          noReplacement: 'deprecationWarning: "no replacement"',
          sunset: 'deprecationWarning: "will be removed on DAY"'
        },
  writeMarks
}

/** A field has its description as its only mark, and a value has none. */
const markOfField = ({value}: SubjectPart): Marks =>
  value === undefined ? {deprecated: 'description: "Deprecated: …"'} : {}

/** The lines of a version that announce its end. Fields have no mark but their description. */
function writeMarks({subject: {target, part}, sunset, replacement}: DeprecationNotice): WrittenMarks {
  if (part) return {where: 'In the description of the field:', lines: ['Deprecated: …']}
  const end = sunset === undefined ? '' : ` It will be removed on ${sunset}.`
  const instead = replacement ? ` Use ${nameOf(replacement.target)}.` : ''
  const where = isPrefix(target) ? 'In each definition' : 'In the definition'
  return {
    where: `${where}, in the entry of the version:`,
    lines: ['deprecated: true', `deprecationWarning: "${nameOf(target)} is deprecated.${instead}${end}"`]
  }
}

/** The kind of a version, or the version alone for all its kinds: `library.example/v1beta1`. */
const nameOf = (target: Target): string => (isPrefix(target) ? target.path.slice(1) : target.text)
