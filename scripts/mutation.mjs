// Edits of known direction on real component schemas: npm run mutation [-- FOLDER [MUTANTS [SEED]]]. Without a folder,
// those of fixtures/schemas/components.yaml.
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import process from 'node:process'
import {fileURLToPath} from 'node:url'
import {load} from 'js-yaml'
import {importSource} from './import-source.mjs'

const [folder, mutants = '3000', seed = '1'] = process.argv.slice(2)
/** Files in one folder are mostly versions of one description: the last ones are enough. */
const LAST = 2
const root = fileURLToPath(new URL('..', import.meta.url))
if (folder && !existsSync(folder)) {
  console.error(`\`${folder}\` isn't a folder of API descriptions.`)
  process.exit(2)
}
const {mutate, described} = await importSource(`
  export {mutate} from './packages/json-schema/test/mutation.ts'
  export {described} from './packages/json-schema/test/mutants.ts'
`)
const descriptions = documents().flatMap(document => described(document) ?? [])
const schemas = descriptions.reduce((sum, description) => sum + description.schemas.length, 0)
const {wrong, ...score} = mutate(descriptions, Number(seed), Number(mutants))
for (const line of wrong) console.log(line)
const asked = score.right + score.undetermined + wrong.length
const right = `${((100 * score.right) / asked).toFixed(2)} %`
console.log({descriptions: descriptions.length, schemas, ...score, wrong: wrong.length, asked, right})
process.exitCode = wrong.length > 0 ? 1 : 0

function documents() {
  if (!folder) {
    const fixtures = load(readFileSync(join(root, 'fixtures/schemas/components.yaml'), 'utf8'))
    return fixtures.map(({description}) => description)
  }
  const byFolder = new Map()
  for (const {parentPath, name} of readdirSync(folder, {recursive: true, withFileTypes: true})) {
    if (/\.(json|ya?ml)$/.test(name)) byFolder.set(parentPath, [...(byFolder.get(parentPath) ?? []), name])
  }
  return [...byFolder].flatMap(([parent, names]) => {
    const paths = names.map(name => join(parent, name))
    const isDescription = path => /["']?(openapi|swagger)["']?\s*:/.test(readFileSync(path, 'utf8'))
    return paths
      .sort((a, b) => a.localeCompare(b, 'en', {numeric: true}))
      .filter(isDescription)
      .slice(-LAST)
      .flatMap(path => read(path) ?? [])
  })
}

function read(path) {
  const text = readFileSync(path, 'utf8')
  try {
    return path.endsWith('.json') ? JSON.parse(text) : load(text)
  } catch (error) {
    console.error(`${path} can't be read: ${error.message}`)
    return undefined
  }
}
