import type {ApiJob} from '../../packages/fleet/src/configured-job.ts'
import {codeReader} from '../../packages/server-code/src/code-reader.ts'
import {performers} from '../app/parallel/perform-task.ts'
import {codeReaders} from '../languages/openapi/code-sources.ts'

/**
 * Registers the features of packages, such as the reader of server code, with the core, which imports none of the
 * packages.
 */
export function registerPackages(): void {
  codeReaders.add(codeReader)
  performers.set('fleet', async (job, context) =>
    (await import('../../packages/fleet/src/inputs.ts')).runTraced(job as ApiJob, context)
  )
}
