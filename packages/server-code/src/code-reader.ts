import {loadCompiler} from '@tenure/core/stores/files/compiler'
import type {CodeReader} from '@tenure/openapi/code-sources'

let readServerCode: CodeReader['read'] | undefined

/** Reads the code of servers with the compiler that is installed, which takes a while to load. */
export const codeReader: CodeReader = {
  async prepare() {
    loadCompiler()
    readServerCode ??= (await import('./read-server-code.ts')).readServerCode
  },
  read(files) {
    if (!readServerCode) throw new Error('The reader of server code is not prepared.')
    return readServerCode(files)
  }
}
