// Prints which packages the bundle contains, as CycloneDX 1.6. Usage: npm run -s sbom > tenure.cdx.json
// The list that npm makes has none of them: to npm they are development dependencies, which nobody installs.
import {readFileSync} from 'node:fs'
import {Enums, Models, Serialize, Spec} from '@cyclonedx/cyclonedx-library'
import {Ajv} from 'ajv'

const readJson = path => JSON.parse(readFileSync(path, 'utf8'))

/** A component with the URL of its package: a scope is the namespace there, and its `@` is escaped. */
function makeComponent(type, {name, version, license, description}) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [base, group] = name.split('/').reverse()
  const component = new Models.Component(type, base, {bomRef: purl, group, version, purl, description})
  component.licenses.add(/\s/.test(license) ? new Models.LicenseExpression(license) : new Models.SpdxLicense(license))
  return component
}

/** The packages whose licenses the build collects, which are those of the bundle, with the hashes of their tarballs. */
function bundledComponents() {
  const {packages} = readJson('package-lock.json')
  const headings = [...readFileSync('dist/THIRD-PARTY.txt', 'utf8').matchAll(/^# (\S+) (\S+)$/gm)]
  return headings.map(([, name, version]) => {
    const folder = Object.keys(packages).find(
      path => path.endsWith(`node_modules/${name}`) && packages[path].version === version
    )
    if (folder === undefined) throw new Error(`\`${name}\` ${version} is bundled, but package-lock.json lacks it.`)
    const component = makeComponent(Enums.ComponentType.Library, {...readJson(`${folder}/package.json`), name, version})
    const [algorithm, hash] = packages[folder].integrity.split('-')
    const hex = Buffer.from(hash, 'base64').toString('hex')
    component.hashes.set(algorithm.replace(/^sha/, 'SHA-'), hex)
    return component
  })
}

const bom = new Models.Bom()
bom.metadata.component = makeComponent(Enums.ComponentType.Application, readJson('package.json'))
for (const component of bundledComponents()) {
  bom.components.add(component)
  bom.metadata.component.dependencies.add(component.bomRef)
}
const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
const text = serializer.serialize(bom, {sortLists: true, space: 2})

/** The schemas name each other by the names of their files. */
const ajv = new Ajv({strict: false, validateFormats: false})
const [url] = ['bom-1.6', 'spdx', 'jsf-0.82'].map(name => {
  const file = `${name}.SNAPSHOT.schema.json`
  const {$id, ...schema} = readJson(`node_modules/@cyclonedx/cyclonedx-library/res/schema/${file}`)
  ajv.addSchema(schema, new URL(file, $id).href)
  return new URL(file, $id).href
})
if (!ajv.validate(url, JSON.parse(text))) throw new Error(`The list isn't valid: ${ajv.errorsText()}`)
console.log(text)
