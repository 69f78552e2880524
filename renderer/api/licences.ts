import { useQuery } from '@tanstack/react-query'
import { chromiumLicencesPath, packageLicencesPath } from '../../contract/app/window/licences.ts'
import { ProblemError } from './problemError.ts'

const paths = { packages: packageLicencesPath, chromium: chromiumLicencesPath }

export type LicenceListName = keyof typeof paths

/**
 * Returns a parsed list of licences from the file shipped with the app. Not cached, because Chromium's list is large.
 */
export function useLicences<T>(list: LicenceListName, read: (text: string) => T) {
  return useQuery({
    queryKey: ['licences', list],
    queryFn: async () => read(await fetchText(paths[list])),
    staleTime: Infinity,
    gcTime: 0,
  })
}

async function fetchText(path: string): Promise<string> {
  const answer = await fetch(path).catch(() => null)
  if (!answer) throw new ProblemError({ code: 'host_unreachable' })
  if (!answer.ok) throw new ProblemError({ code: 'licences_missing', status: answer.status })
  return await answer.text()
}
