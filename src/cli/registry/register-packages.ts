import type {PastJob} from '@tenure/authoring/init/past-preview'
import type {ApiJob} from '@tenure/fleet/configured-job'
import {codeReaders} from '@tenure/openapi/code-sources'
import {codeReader} from '@tenure/server-code/code-reader'
import {performers} from '../../app/parallel/perform-task.ts'

/**
 * Registers the features of packages, such as the reader of server code, with the core, which imports none of the
 * packages.
 */
export function registerPackages(): void {
  codeReaders.add(codeReader)
  performers.set('fleet', async (job, context) =>
    (await import('@tenure/fleet/inputs')).runTraced(job as ApiJob, context)
  )
  performers.set('past', async (job, context, report) =>
    (await import('@tenure/authoring/init/past-preview')).previewPast(job as PastJob, context, report)
  )
}
