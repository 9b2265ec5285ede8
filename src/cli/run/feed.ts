import {type FeedOptions, type FeedPart, feedFormats, readFeed} from '@tenure/feed/feed'
import type {Context} from '../../context/context.ts'
import {EXIT} from '../exit-codes.ts'
import {printAnswer} from '../print.ts'

/** Prints the feed of an API, or writes it to a file. The feeds of several APIs become one. */
export async function run(options: FeedOptions & {readonly format: string}, context: Context): Promise<number> {
  const part = await readFeed(options, context)
  const join = (others: readonly unknown[]) => feedFormats(others as [FeedPart, ...FeedPart[]])
  await printAnswer({formats: feedFormats([part]), joined: {part, join}}, options.format, context, options.output)
  return EXIT.fine
}
