// Preloaded into the command, it gives the bundle the paths of Windows: `node:path` is that of Windows, the working
// directory is on drive C, and files and git are asked for by the paths of this machine.
const childProcess = require('node:child_process')
const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const process = require('node:process')

const {cwd} = process
const toDisk = value => (typeof value === 'string' ? value.replace(/^[A-Za-z]:/, '').replaceAll('\\', '/') : value)
const fromDisk = value =>
  typeof value === 'string' && value.startsWith('/') ? `C:${value.replaceAll('/', '\\')}` : value

/** How many of the first arguments are paths, if it isn't one. */
const PATHS = {renameSync: 2, linkSync: 2, cpSync: 2}
const RETURNS_PATH = new Set(['realpathSync', 'mkdtempSync'])

const windowsFs = new Proxy(fs, {
  get(target, name) {
    const original = target[name]
    if (typeof original !== 'function' || !String(name).endsWith('Sync')) return original
    const translate = ask =>
      function translated(...args) {
        const paths = args.slice(0, PATHS[name] ?? 1).map(toDisk)
        // Node itself would resolve it from the working directory on drive C.
        if (RETURNS_PATH.has(name)) paths[0] = path.posix.resolve(cwd(), paths[0])
        const result = ask(...paths, ...args.slice(paths.length))
        return RETURNS_PATH.has(name) ? fromDisk(result) : result
      }
    return Object.assign(translate(original), original.native ? {native: translate(original.native)} : {})
  }
})

const inFolder = options => (options?.cwd ? {...options, cwd: toDisk(options.cwd)} : options)
const own = {
  fs: windowsFs,
  path: path.win32,
  child_process: {
    ...childProcess,
    spawn: (file, args, options) => childProcess.spawn(file, args, inFolder(options)),
    spawnSync: (file, args, options) => childProcess.spawnSync(file, args, inFolder(options))
  }
}

const load = Module._load
Module._load = function loadForWindows(name, parent, ...others) {
  const plain = name.replace(/^node:/, '')
  const isBundle = /[\\/]tenure(-\w+)?\.cjs$/.test(parent?.filename ?? '')
  return isBundle && Object.hasOwn(own, plain) ? own[plain] : load.call(this, name, parent, ...others)
}

process.cwd = () => fromDisk(cwd())
