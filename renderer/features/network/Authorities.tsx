import { Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FileKey2 } from 'lucide-react'
import { useState } from 'react'
import { FileAction } from '../../ui/FileAction.tsx'
import type { Authority } from '../../../contract/app/calls/profiles/network.ts'
import { formatTime } from '../../ui/formatTime.ts'
import { PanelList } from '../../ui/PanelPart.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { offerUndo } from '../../api/offerUndo.ts'
import { unwrapResult } from '../../api/problemError.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { readPem } from './authorityFile.ts'
import { SmallButton } from '../../ui/variants.ts'

interface AuthoritiesProps {
  authorities: Authority[]
  /** Their certificates; `null` if there are none. */
  pem: string | null
}

/** Shows the added certificate authorities with details for an administrator to compare. */
export function Authorities({ authorities, pem: current }: AuthoritiesProps) {
  const set = useCallMutation('network.setAuthorities')
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const pem = file && (await unwrapResult(readPem(file)))
      await set.mutateAsync({ pem })
      if (current === null) return
      const message = `Certificate authorities ${pem === null ? 'removed' : 'replaced'}.`
      offerUndo({ message, undo: () => set.mutateAsync({ pem: current }) })
    },
  })
  const problem = change.error?.problem
  const error = problem?.fields?.['pem']
  return (
    <>
      {authorities.length > 0 && (
        <PanelList>
          {authorities.map((authority) => (
            <Details key={authority.fingerprint} {...authority} />
          ))}
        </PanelList>
      )}
      {error && (
        <Text c="var(--bad-text)" fz="sm" role="alert">
          {error}
        </Text>
      )}
      {problem && !error && <ProblemView problem={problem} />}
      <Group gap="xs">
        <FileAction
          size="xs"
          icon={FileKey2}
          loading={change.isPending}
          accept=".pem,.crt,.cer,.der"
          take={(file) => change.mutate(file)}
        >
          {authorities.length > 0 ? 'Replace the file' : 'Add a file'}
        </FileAction>
        {authorities.length > 0 && <SmallButton onClick={() => change.mutate(null)}>Remove all</SmallButton>}
      </Group>
    </>
  )
}

function Details({ subject, issuer, validUntil, fingerprint }: Authority) {
  return (
    <Stack component="li" gap={2} c="dimmed" fz="sm">
      <Text c="var(--text)" fw={700}>
        {subject}
      </Text>
      {issuer !== subject && <span>Issued by {issuer}</span>}
      <span>
        Valid until <ValidUntil iso={validUntil} />
      </span>
      <Text component="code" fz={11} aria-label="SHA-256 fingerprint">
        {fingerprint}
      </Text>
    </Stack>
  )
}

function ValidUntil({ iso }: { iso: string }) {
  const [now] = useState(Date.now)
  const over = Date.parse(iso) < now
  return (
    <Text span inherit {...(over && { c: 'var(--bad-text)' })}>
      {formatTime(iso)}
      {over && ', expired'}
    </Text>
  )
}
