export declare const OURS: RegExp
/** The path of the imported file from the root of the repository. Throws if the package has no such door. */
export declare function importedFile(specifier: string, folder?: string): string
