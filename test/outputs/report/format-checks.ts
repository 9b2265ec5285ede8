import {readFileSync} from 'node:fs'
import {Ajv} from 'ajv'
import {Ajv2020} from 'ajv/dist/2020.js'
import type {Nodes} from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import {unified} from 'unified'
import {expect} from 'vitest'
import {validateXML} from 'xmllint-wasm'
import {report as jsonFormat} from '../../../src/outputs/report/json-format.ts'
import type {ReportFormat} from '../../../src/outputs/report/report.ts'
import {packageFolder} from '../../../src/stores/files/installed-packages.ts'
import {commandsIn} from './workflow-commands.ts'

// Checks each format against its specification, and counts the findings in it.

const fixture = (name: string): string => readFileSync(packageFolder(`fixtures/formats/${name}`), 'utf8')

/** RFC 3986: no other characters, and no incomplete escape. */
const uriReference = (text: string): boolean => /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/.test(text)

// The schema is of draft 4, and except for `id` uses nothing that later drafts read differently.
const {$schema: _, id: __, ...sarifSchema} = JSON.parse(fixture('sarif-2.1.0.schema.json'))
const isSarif = new Ajv({
  strict: false,
  allErrors: true,
  unicodeRegExp: false,
  formats: {uri: /^[a-z][a-z0-9+.-]*:/i, 'uri-reference': uriReference, 'date-time': true}
}).compile(sarifSchema)
const isGitlab = new Ajv2020().compile(JSON.parse(fixture('gitlab-code-quality.schema.json')))

/** Text that CI systems, viewers, and browsers act upon. */
function expectSafe(text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not get through
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]/)
}

async function expectXml(xml: string, schema: string): Promise<void> {
  const {errors} = await validateXML({
    xml: [{fileName: 'report.xml', contents: xml}],
    schema: [{fileName: schema, contents: fixture(schema)}]
  })
  expect(errors.map(({rawMessage}) => rawMessage)).toEqual([])
}

/** No text by other people is a tag, a link, or an image, mentions a person, or refers to an issue. */
function expectPlainMarkdown(markdown: string): void {
  const html: string[] = []
  const visit = (node: Nodes): void => {
    expect(['link', 'image', 'linkReference', 'imageReference', 'definition']).not.toContain(node.type)
    if (node.type === 'html') html.push(...node.value.split('\n'))
    if (node.type === 'text') expect(node.value).not.toMatch(/@\w|#\d/)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(unified().use(remarkParse).use(remarkGfm).parse(markdown))
  const [marker, ...folds] = html
  expect(marker).toBe('<!-- tenure check -->')
  for (const fold of folds) expect(fold).toMatch(/^(?:<details>|<summary>[\w ]+<\/summary>|<\/details>)$/)
  const opened = folds.filter(fold => fold.startsWith('<details>')).length
  expect(folds).toHaveLength(opened * 3)
}

/** The number of findings that a headline counts. Waivers and new waivers don't count. */
const countedIn = (headline: RegExp, output: string): number =>
  sumOf(
    headline.exec(output)?.[1] ?? '',
    /(\d+) (?:violations?|errors?|undetermined|warnings?|notes?|in the baseline)/g
  )

const sumOf = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((sum, [, number]) => sum + Number(number), 0)

/** Checks a report, and returns the number of findings that it states. */
export const CHECKS = {
  stylish: async output => {
    expectSafe(output)
    expect(commandsIn(output)).toEqual([])
    return countedIn(/^[✖?✔] (.*)$/m, output)
  },
  json: async output => {
    const report = JSON.parse(output)
    expect(jsonFormat.parse(report)).toEqual(report)
    // The reasons of another finding are part of it.
    return report.findings.filter((each: {reasonOf?: string}) => each.reasonOf === undefined).length
  },
  markdown: async output => {
    expectSafe(output)
    expect(output.length).toBeLessThanOrEqual(60_000)
    expectPlainMarkdown(output)
    return countedIn(/^## [❌❓✅] (.*)$/mu, output)
  },
  github: async output => {
    expectSafe(output)
    const commands = commandsIn(output)
    expect(commands.every(({name}) => ['error', 'warning', 'notice'].includes(name))).toBe(true)
    expect(
      commands.every(({properties}) =>
        Object.keys(properties).every(key => ['file', 'line', 'col', 'title'].includes(key))
      )
    ).toBe(true)
    // GitHub shows so many of each level, and a line of the log stands for each other one.
    for (const level of ['error', 'warning', 'notice'])
      expect(commands.filter(({name}) => name === level).length).toBeLessThanOrEqual(10)
    const lines = output.match(/^(?:error|warning|notice) /gm) ?? []
    return lines.length + commands.filter(({properties}) => properties.title !== 'tenure').length
  },
  gitlab: async output => {
    const issues = JSON.parse(output)
    expect(isGitlab(issues) ? [] : isGitlab.errors).toEqual([])
    const prints = issues.map(({fingerprint}: {fingerprint: string}) => fingerprint)
    expect(new Set(prints).size).toBe(prints.length)
    for (const {description} of issues) expectSafe(description)
    const otherChecks = ['waived', 'not-read', 'not-compared']
    return issues.filter(({check_name}: {check_name: string}) => !otherChecks.includes(check_name)).length
  },
  sarif: async output => {
    const log = JSON.parse(output)
    expect(isSarif(log) ? [] : isSarif.errors).toEqual([])
    const [{results, tool, properties}] = log.runs
    for (const {ruleId, ruleIndex, message} of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
      expectSafe(message.text)
    }
    const found = results.filter(({suppressions}: {suppressions?: unknown}) => !suppressions)
    expect(properties.findings).toBe(found.length)
    return found.length
  },
  junit: async output => {
    expectSafe(output)
    await expectXml(output, 'jenkins-junit.xsd')
    // This copy is older than `skipped`, which Windy Road allows in place of a failure.
    const unskipped = output.replaceAll(/<skipped>[^<]*<\/skipped>| skipped="\d+"/g, '')
    await expectXml(unskipped, 'windyroad-junit.xsd')
    const [, findings = ''] = /<property name="findings" value="(\d+)"\/>/.exec(output) ?? []
    const cases =
      output.match(
        /<testcase classname="tenure\.(?:api\.)?(?!api\.|waived|compliant|exempt|violation|undetermined|not-(?:read|compared))/g
      )?.length ?? 0
    const [, tests, failures, errors, skipped] =
      /tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(output) ?? []
    expect(output.match(/<error /g)?.length ?? 0).toBe(Number(errors))
    expect(output.match(/<testcase /g)?.length ?? 0).toBe(Number(tests))
    expect(output.match(/<failure /g)?.length ?? 0).toBe(Number(failures))
    expect(output.match(/<skipped>/g)?.length ?? 0).toBe(Number(skipped))
    expect(cases).toBe(Number(findings))
    const names = output.match(/<testcase classname="[^"]*" name="[^"]*"/g) ?? []
    expect(new Set(names).size).toBe(names.length)
    return cases
  }
} as const satisfies Record<ReportFormat, (output: string) => Promise<number>>
