// The types of the library: of requests by the options of the commands, of results by the published JSON Schemas.

/** The name of the type of each schema, and the property whose type is a parameter of it. */
const RESULTS = {
  report: 'Report',
  diff: 'DiffReport',
  due: 'DueReport',
  when: 'EarliestEnd',
  'next-version': 'NextVersion',
  context: 'ReleaseNotes',
  upgrade: 'UpgradeGuide',
  rules: 'RuleList',
  explain: 'Explanation',
  apis: 'ApiReports<Result>'
}
const PARAMETER = {apis: 'report'}
/** Names for what the lists of a result have. */
const ITEMS = {Finding: "Report['findings']", Judgment: "Report['judgments']", Change: "DiffReport['changes']"}

/** What is only in the JSON of a command that fails, which a call throws. */
const isFailure = ({properties = {}}) => 'notChecked' in properties

/**
 * The text of a declaration file. `schemas` are those of the documented JSON by their names, `requests` the options of
 * each request by the names of the functions.
 */
export function libraryTypes(schemas, requests) {
  const results = Object.entries(RESULTS).map(([name, type]) => {
    const {title, description, ...schema} = schemas[name]
    const typeOf = createTypes(schema.$defs ?? {}, PARAMETER[name])
    const forms = (schema.anyOf ?? [schema]).filter(form => !isFailure(form))
    return `${comment(`${title}. ${description}`, '')}export type ${type} = ${forms.map(form => typeOf(form, '')).join(' | ')}\n`
  })
  const options = [...requests].map(([name, known]) => {
    const lines = [...known].map(([key, option]) => {
      const mark = option.demandOption ? '' : '?'
      const type = `${optionType(option)}${mark && ' | undefined'}`
      return `${comment(endSentence(option.describe), '  ')}  readonly ${key}${mark}: ${type}\n`
    })
    return `/** Options of \`${name}\`. */\nexport interface ${name[0].toUpperCase()}${name.slice(1)}Request {\n${lines.join('')}}\n`
  })
  return [
    '// Written by `npm run schemas`: do not edit.\n',
    '/** A text in place of a file, with the name of the file in messages. */\nexport interface GivenText {\n  readonly name: string\n  readonly text: string\n}\n',
    '/** What an option that names a file takes besides its path: a text, or what the file contains as an object. */\nexport type GivenFile = GivenText | object\n',
    ...options,
    ...results,
    ...Object.entries(ITEMS).map(
      ([name, list]) => `/** An item of \`${list}\`. */\nexport type ${name} = ${list}[number]\n`
    )
  ].join('\n')
}

const endSentence = text => (text.endsWith('.') ? text : `${text}.`)

function optionType({type, choices, isFile}) {
  if (choices) return choices.map(choice => JSON.stringify(choice)).join(' | ')
  return type === 'boolean' ? 'boolean' : isFile ? 'string | GivenFile' : 'string'
}

const comment = (text, indent) =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */\n`

/** Writes a schema as a type. Definitions stand in each of their places. */
function createTypes(definitions, parameter) {
  const typeOf = (schema, indent) => {
    const {$ref, anyOf, enum: names, const: only, type, items, properties, additionalProperties} = schema
    if ($ref !== undefined) return typeOf(definitions[$ref.split('/').at(-1)], indent)
    if (anyOf) return anyOf.map(each => typeOf(each, indent)).join(' | ')
    if (names) return names.map(each => JSON.stringify(each)).join(' | ')
    if (only !== undefined) return JSON.stringify(only)
    if (type === 'array') return `readonly (${typeOf(items, indent)})[]`
    if (properties) return objectOf(schema, indent)
    if (type === 'object') return `{readonly [key: string]: ${entryOf(additionalProperties, indent)}}`
    if (type === undefined) return 'unknown'
    return [type].flat().join(' | ').replace('integer', 'number')
  }
  const entryOf = (schema, indent) => (typeof schema === 'object' ? `${typeOf(schema, indent)} | undefined` : 'unknown')
  const objectOf = ({properties, required = []}, indent) => {
    const inside = `${indent}  `
    const lines = Object.entries(properties).map(([key, schema]) => {
      const name = /^\w+$/.test(key) ? key : JSON.stringify(key)
      const type = key === parameter ? 'Result' : typeOf(schema, inside)
      return `${comment(schema.description, inside)}${inside}readonly ${name}${required.includes(key) ? '' : '?'}: ${type}\n`
    })
    return `{\n${lines.join('')}${indent}}`
  }
  return typeOf
}
