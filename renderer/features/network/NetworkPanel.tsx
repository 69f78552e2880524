import { Stack } from '@mantine/core'
import { ShieldCheck } from 'lucide-react'
import { Loading } from '../../ui/Loading.tsx'
import { Lockable } from '../../ui/Managed.tsx'
import { IconLine } from '../../ui/IconLine.tsx'
import { PanelPart } from '../../ui/PanelPart.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useCall } from '../../api/useCall.ts'
import { Authorities } from './Authorities.tsx'
import { NetworkForm } from './NetworkForm.tsx'

/** Shows how services are reached. Certificate verification cannot be turned off. */
export function NetworkPanel() {
  const network = useCall('network.get', {}, { staleTime: 0 })
  if (network.isPending) return <Loading label="Loading the settings" />
  if (!network.data) return <ProblemView problem={network.error.problem} />
  const { settings, authorities, pem, activeProxy, managed } = network.data
  return (
    <Stack gap={28}>
      <NetworkForm settings={settings} activeProxy={activeProxy} managed={managed} />
      <PanelPart title="Certificate authorities">
        <IconLine icon={ShieldCheck} size={14} iconColor="var(--good-text)" c="dimmed">
          Certificates are always verified. If your company issues its own, add its authority’s certificate.
          Linkwright also trusts every authority your system trusts.
        </IconLine>
        <Lockable locked={managed.includes('authorities')}>
          <Authorities authorities={authorities} pem={pem} />
        </Lockable>
      </PanelPart>
    </Stack>
  )
}
