import {spawnSync} from 'node:child_process'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {parse, parseDocument} from 'yaml'
import {z} from 'zod'
import packageJson from '../package.json' with {type: 'json'}
import {packageFolder} from '../src/stores/files/installed-packages.ts'

const FOLDER = '.github/workflows'

/** The permissions that tokens can have. A job without any gets none. */
const ACCESS = z.enum(['read', 'write', 'none'])
const PERMISSIONS = z.partialRecord(
  z.enum(['actions', 'contents', 'id-token', 'issues', 'packages', 'pages', 'pull-requests', 'security-events']),
  ACCESS
)

const TEXTS = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

const STEP = z
  .strictObject({
    id: z.string().optional(),
    name: z.string().optional(),
    if: z.string().optional(),
    uses: z.string().optional(),
    run: z.string().optional(),
    with: TEXTS.optional(),
    env: TEXTS.optional()
  })
  .refine(({run, uses}) => (run === undefined) !== (uses === undefined), 'either `run` or `uses`')
  .refine(step => step.with === undefined || step.uses !== undefined, '`with` belongs to `uses`')

const JOB = z.strictObject({
  name: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: z.string().optional(),
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  environment: z.union([z.string(), z.strictObject({name: z.string(), url: z.string()})]).optional(),
  permissions: PERMISSIONS,
  strategy: z
    .strictObject({'fail-fast': z.boolean(), matrix: z.record(z.string(), z.array(z.string()).min(1))})
    .optional(),
  outputs: z.record(z.string(), z.string()).optional(),
  steps: z.array(STEP).min(1)
})

const BRANCHES = z.strictObject({branches: z.array(z.string())}).nullable()

/**
 * The part of GitHub's syntax that our workflows use. A key that isn't here is a mistake, or must be added here first.
 */
const WORKFLOW = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    push: BRANCHES.optional(),
    pull_request: BRANCHES.optional(),
    branch_protection_rule: z.null().optional(),
    schedule: z.array(z.strictObject({cron: z.string().regex(/^[\d*]+(?: [\d*]+){4}$/)})).optional()
  }),
  permissions: z.strictObject({}),
  concurrency: z.strictObject({group: z.string(), 'cancel-in-progress': z.union([z.boolean(), z.string()])}),
  jobs: z.record(z.string(), JOB)
})

type Job = z.infer<typeof JOB>

const neededBy = ({needs = []}: Job): string[] => [needs].flat()

/** Values of an event that the author of a pull request or an issue chooses. */
const CHOSEN =
  /\$\{\{[^}]*github\.(?:head_ref|event\.[\w.*[\]]*(?:title|body|ref|label|message|name|email|description))\b/

/** The text of a `run` step as a shell sees it, with values in place of GitHub's expressions. */
const asScript = (run: string): string => run.replaceAll(/\$\{\{.*?\}\}/g, 'value')

function* problemsOfStep(step: z.infer<typeof STEP>, line: string): Generator<string> {
  const {run, uses} = step
  if (uses !== undefined && !uses.startsWith('./') && !/^[\w.-]+\/[\w./-]+@[\da-f]{40}$/.test(uses))
    yield `${line}: ${uses} isn't pinned by a full commit hash`
  if (uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] === undefined)
    yield `${line}: the checkout doesn't say whether it keeps the token`
  if (run === undefined) return
  if (CHOSEN.test(run)) yield `${line}: a value that anybody can choose is part of a script`
  const {status, stderr} = spawnSync('bash', ['-n'], {input: asScript(run), encoding: 'utf8'})
  if (status !== 0) yield `${line}: bash can't read the script: ${stderr.trim()}`
  for (const [, script = ''] of run.matchAll(/\bnpm (?:run |(?=test\b))(?:--?\w+ )*([\w:-]+)/g)) {
    if (!(script in packageJson.scripts)) yield `${line}: there is no npm script \`${script}\``
  }
  for (const [, path = ''] of run.matchAll(/(?:^|node )((?:\.ci|scripts)\/[\w./-]+)/gm)) {
    if (!existsSync(packageFolder(path))) yield `${line}: there is no file \`${path}\``
  }
}

function* problemsOf(text: string): Generator<string> {
  const document = parseDocument(text)
  for (const {message} of [...document.errors, ...document.warnings]) yield message
  const {success, error, data} = WORKFLOW.safeParse(document.toJS())
  if (!success) {
    for (const {path, message} of error.issues) yield `${path.join('.')}: ${message}`
    return
  }
  for (const [name, job] of Object.entries(data.jobs)) {
    for (const needed of neededBy(job)) {
      if (!(needed in data.jobs)) yield `${name}: needs \`${needed}\`, which isn't a job`
    }
    for (const [, from = ''] of JSON.stringify(job).matchAll(/\bneeds\.([\w-]+)\./g)) {
      if (!neededBy(job).includes(from)) yield `${name}: reads \`needs.${from}\`, but doesn't need it`
    }
    const ids = job.steps.map(({id}) => id)
    for (const [, from = ''] of JSON.stringify(job).matchAll(/\bsteps\.([\w-]+)\./g)) {
      if (!ids.includes(from)) yield `${name}: reads \`steps.${from}\`, which isn't a step of it`
    }
    for (const [index, step] of job.steps.entries()) yield* problemsOfStep(step, `${name}, step ${index + 1}`)
  }
  for (const line of text.split('\n').filter(line => /uses: [^.]/.test(line))) {
    if (!/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line)) yield `${line.trim()}: the version isn't in a comment`
  }
}

const workflow = (job: string): string =>
  `name: A\non:\n  push:\npermissions: {}\nconcurrency: {group: a, cancel-in-progress: false}\njobs:\n  a: ${job}\n`
const job = (steps: string): string => workflow(`{runs-on: x, timeout-minutes: 1, permissions: {}, steps: [${steps}]}`)

describe('the workflows', () => {
  it.each(readdirSync(packageFolder(FOLDER)))('are valid: %s', name => {
    expect([...problemsOf(readFileSync(packageFolder(`${FOLDER}/${name}`), 'utf8'))]).toEqual([])
  })

  it.each(['action.yml', 'comment/action.yml'])('have scripts that a shell can parse: %s', path => {
    const {runs} = parse(readFileSync(packageFolder(path), 'utf8')) as {runs: {steps: z.infer<typeof STEP>[]}}
    expect(runs.steps.flatMap((step, index) => [...problemsOfStep(step, `step ${index + 1}`)])).toEqual([])
  })

  it('pin an action to the same commit everywhere', () => {
    const pins = new Map<string, Set<string>>()
    for (const name of readdirSync(packageFolder(FOLDER))) {
      const text = readFileSync(packageFolder(`${FOLDER}/${name}`), 'utf8')
      for (const [, action = '', pin = ''] of text.matchAll(/uses: ([\w.-]+\/[\w.-]+)[^@\n]*@(.*)/g))
        pins.set(action, (pins.get(action) ?? new Set()).add(pin))
    }
    expect([...pins].filter(([, {size}]) => size > 1)).toEqual([])
  })

  it('publish only where the owner of the package allows it', () => {
    const {jobs} = parse(readFileSync(packageFolder(`${FOLDER}/release.yml`), 'utf8')) as {jobs: Record<string, Job>}
    const isGuarded = (name: string): boolean => {
      const job = jobs[name] as Job
      const needed = neededBy(job)
      // A job runs only after the jobs that it needs have run, unless its condition checks their status.
      if (/always|failure|cancelled/.test(job.if ?? '')) return false
      return job.if === 'vars.RELEASE_REPOSITORY == github.repository' || needed.some(isGuarded)
    }
    expect(Object.keys(jobs).filter(name => !isGuarded(name))).toEqual([])
  })

  it.each([
    ['an action pinned to a branch', job('{uses: actions/setup-node@v6}'), "isn't pinned"],
    ['no version', job(`{uses: a/b@${'0'.repeat(40)}}`), "version isn't in a comment"],
    ['no permissions for the token', job(`{uses: actions/checkout@${'0'.repeat(40)}}`), 'keeps the token'],
    [
      'the title of a pull request in a script',
      job(`{run: 'echo \${{ github.event.pull_request.title }}'}`),
      'anybody can choose'
    ],
    ['the name of a branch in a script', job(`{run: 'echo \${{ github.head_ref }}'}`), 'anybody can choose'],
    ['a script with a syntax error', job("{run: 'if true; then'}"), "bash can't read"],
    ['a missing npm script', job("{run: 'npm run --silent nothing'}"), 'no npm script `nothing`'],
    ['a missing file', job("{run: 'node scripts/nothing.mjs'}"), 'no file `scripts/nothing.mjs`'],
    [
      'a missing job',
      workflow('{needs: b, runs-on: x, timeout-minutes: 1, permissions: {}, steps: [{run: a}]}'),
      'needs `b`'
    ],
    ['an output of a job that it does not need', job(`{run: 'echo \${{ needs.b.outputs.c }}'}`), 'reads `needs.b`'],
    ['an output of a missing step', job(`{run: 'echo \${{ steps.b.outputs.c }}'}`), 'reads `steps.b`'],
    ['no permissions', workflow('{runs-on: x, timeout-minutes: 1, steps: [{run: a}]}'), 'permissions'],
    ['no time limit', workflow('{runs-on: x, permissions: {}, steps: [{run: a}]}'), 'timeout-minutes'],
    ['a step with both `uses` and `run`', job('{run: a, uses: ./}'), 'either `run` or `uses`'],
    ['a duplicate key', job('{run: a, run: b}'), 'unique']
  ])('are rejected with %s', (_, text, problem) => {
    expect([...problemsOf(text)].join('\n')).toContain(problem)
  })
})
