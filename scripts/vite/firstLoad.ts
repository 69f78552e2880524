import type { Rolldown } from 'vite'

/** The script in the page. It must keep its own file, because the page would otherwise have to list all others. */
const pageScript = /\/renderer\/(?:main\.tsx|index\.html)$/

/**
 * Merges what the window loads before its first screen into two files: libraries and our own code. By default, the
 * bundler creates over thirty small files, one per combination of screens.
 */
export const mergedFirstLoad: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'libraries', tags: ['$initial'], test: (id) => id.includes('/node_modules/') },
    {
      name: 'window',
      tags: ['$initial'],
      test: (id) => !id.includes('/node_modules/') && !pageScript.test(id),
    },
  ],
}
