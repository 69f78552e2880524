import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'

const reportKey = ['appLinks.get'] as const

/** Returns what the last check of a link's domain says about the link; `null` if it wasn't checked. Sends nothing. */
export function useAppLinkReport(link: string, enabled = true) {
  return useQuery({
    queryKey: [...reportKey, link],
    queryFn: () => unwrapResult(call('appLinks.get', { link })),
    enabled,
  })
}

/** Fetches the files of a link's domain. Other links of the domain are judged by them too. */
export function useCheckAppLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (link: string) => unwrapResult(call('appLinks.check', { link })),
    onSuccess: (report, link) => {
      client.setQueryData([...reportKey, link], report)
      void client.invalidateQueries({ queryKey: reportKey })
    },
  })
}
