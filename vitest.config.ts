import {defineConfig} from 'vitest/config'
import {BaseSequencer, type TestSpecification} from 'vitest/node'
import {CountsByKind} from './test/counts.ts'
import {isFullRun} from './test/tier.ts'

/** What takes longest begins first: else the last of them runs alone, while the other core waits. */
const LONGEST = [
  'test/browser/docs-site.full.test.ts',
  'packages/traffic/test/known-truth.full.test.ts',
  'test/completeness/completeness.full.test.ts',
  'test/languages/openapi/diff/laws.test.ts',
  'test/limits.full.test.ts',
  'packages/pages/test/browser/site.full.test.ts',
  'test/laws/recorded-history.test.ts',
  'packages/action/test/action.full.test.ts',
  'test/outputs/pages/news-corpus.full.test.ts',
  'test/laws/new-facts.test.ts',
  'test/laws/random-histories.test.ts',
  'test/descriptions/every-kind.full.test.ts',
  'test/hostile/environment.full.test.ts',
  'packages/fleet/test/commands/fleet-process.full.test.ts',
  'test/hostile/values.full.test.ts',
  'test/cli/run/diff.test.ts',
  'test/cli/plugin-process.full.test.ts',
  'test/gate/situations.test.ts',
  'test/descriptions/servers.full.test.ts',
  'test/gate/recorded-past.test.ts',
  'test/gate/evidence.test.ts'
]

/** One project after the other: a worker ends where the next file is of another project, and all is loaded again. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({moduleId}: TestSpecification): number => {
      const place = LONGEST.findIndex(name => moduleId.replaceAll('\\', '/').endsWith(name))
      return place === -1 ? LONGEST.length : place
    }
    const projectOf = ({project}: TestSpecification): number => ['units', 'commands', 'languages'].indexOf(project.name)
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => projectOf(a) - projectOf(b) || placeOf(a) - placeOf(b))
  }
}

/** Command lines are tested by workers of their own: git is started from them, which is slow from a large process. */
const COMMANDS = [
  'test/{app,cli,descriptions,gate,hostile,pages,record,releases}/**/*.test.ts',
  'packages/*/test/commands/**/*.test.ts'
]
/** Their lists of languages are others: each must load everything again, and leave nothing to the next test. */
const LANGUAGES = ['test/languages/{names,shared-names}.test.ts']
/** Processes, servers, browsers, real histories and generated files are tested in full runs only. */
const LEFT_OUT = isFullRun ? [] : ['**/*.full.test.ts']

export default defineConfig({
  test: {
    // The runner's own summary comes last.
    reporters: [new CountsByKind(), 'default'],
    maxWorkers: 2,
    sequence: {sequencer: LongestFirst},
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['{test,packages/*/test}/**/*.test.ts'],
          exclude: [...LEFT_OUT, ...COMMANDS, ...LANGUAGES]
        }
      },
      {extends: true, test: {name: 'commands', include: COMMANDS, exclude: LEFT_OUT}},
      {extends: true, test: {name: 'languages', include: LANGUAGES, isolate: true}}
    ],
    globalSetup: ['test/temporary.ts'],
    setupFiles: ['test/seed.ts'],
    pool: 'forks',
    // What files import is loaded once for each worker: a quarter of the time.
    isolate: false,
    // What is unchanged since the last run needn't be compiled again.
    experimental: {fsModuleCache: true},
    // A machine may be busy with whatever else: a time only ends what would never end.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: {poll: {timeout: 120_000}},
    // A worker that has loaded the compiler takes its time to end.
    teardownTimeout: 60_000
  }
})
