import type { Plugin, Rolldown, ViteBuilder } from 'vite'

export interface FirstLoad {
  plugin: Plugin
  /** Builds the window without writing it, to find what is loaded first. Call it before the real build. */
  find: (builder: ViteBuilder) => Promise<void>
  /** Build options that merge the first load. */
  output: Pick<Rolldown.OutputOptions, 'codeSplitting'>
}

/**
 * Merges what the window loads before its first screen into two files: libraries and own code. By default the bundler
 * creates over thirty small files, one per combination of screens. The modules are known only after a build, so the
 * window is built twice.
 */
export function mergeFirstLoad(environmentName: string): FirstLoad {
  let first: Set<string> | null = null
  const isFirst = (id: string) => first?.has(id) === true
  return {
    plugin: {
      name: 'merge-first-load',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === environmentName,
      generateBundle(_options, bundle) {
        first ??= modulesOfFirstLoad(bundle, (id) => this.getModuleInfo(id)?.importedIds ?? [])
      },
    },
    find: async (builder) => {
      const environment = builder.environments[environmentName]
      if (!environment) throw new Error(`There is no environment ${environmentName}.`)
      environment.config.build.write = false
      await builder.build(environment)
      environment.config.build.write = true
    },
    output: {
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: 'libraries', test: (id) => isFirst(id) && id.includes('/node_modules/') },
          { name: 'window', test: (id) => isFirst(id) && !id.includes('/node_modules/') },
        ],
      },
    },
  }
}

/**
 * Returns the modules in the entry and in every file it imports statically. Excludes scripts named by the page: their
 * file must remain, because the page would otherwise name all the others.
 */
function modulesOfFirstLoad(
  bundle: Rolldown.OutputBundle,
  importsOf: (id: string) => readonly string[],
): Set<string> {
  const modules = new Set<string>()
  const seen = new Set<string>()
  const visit = (fileName: string) => {
    const chunk = bundle[fileName]
    if (chunk?.type !== 'chunk' || seen.has(fileName)) return
    seen.add(fileName)
    for (const [id, { renderedLength }] of Object.entries(chunk.modules))
      if (renderedLength > 0) modules.add(id)
    chunk.imports.forEach(visit)
  }
  const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
  for (const { fileName } of entries) visit(fileName)
  for (const entry of entries)
    if (entry.type === 'chunk' && entry.facadeModuleId !== null)
      for (const id of importsOf(entry.facadeModuleId)) modules.delete(id)
  return modules
}
