import { RefreshCw, ShieldAlert, ShieldCheck } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import { storeReasons } from '../../features/keys/storeReasons.ts'
import { Callout } from '../../ui/Callout.tsx'
import { useSession } from '../../session/Session.tsx'
import { Managed } from '../../ui/Managed.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PanelPart, PanelText } from '../../ui/PanelPart.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import { KeyLocations } from './KeyLocations.tsx'

type Storage = CallOutput<'keys.storage'>

/** Shows where each key is stored, how well that protects it, and how to delete it. */
export function KeyStoragePanel() {
  const storage = useCall('keys.storage', {}, { staleTime: 0 })
  const managed = useSession().state.managed.includes('keyStore')
  if (storage.isPending) return <Loading label="Checking the key store" />
  const failure = storage.error && (
    <ProblemView problem={storage.error.problem} retry={() => void storage.refetch()} />
  )
  if (!storage.data) return failure
  const { store, protection, removal, keys } = storage.data
  return (
    <>
      {failure}
      {managed && <Managed />}
      <StoreState store={store} protection={protection} />
      <PanelPart title="Keys on this computer">
        <KeyLocations keys={keys} store={store} />
      </PanelPart>
      <PanelPart title="Removing keys by hand">
        <PanelText>{removal}</PanelText>
      </PanelPart>
    </>
  )
}

function StoreState({ store, protection }: Pick<Storage, 'store' | 'protection'>) {
  const refresh = useCallMutation('keys.refresh')
  const { kind, name, reason } = store
  const ready = kind === 'keychain' && reason === null
  return (
    <Callout
      tone={ready ? 'good' : 'warn'}
      icon={ready ? ShieldCheck : ShieldAlert}
      role="status"
      title={kind === 'keychain' ? name : 'Keys are kept in memory only'}
      actions={
        <ActionButton
          size="xs"
          icon={RefreshCw}
          loading={refresh.isPending}
          onClick={() => refresh.mutate({})}
        >
          Check again
        </ActionButton>
      }
    >
      <p>{protection}</p>
      {reason && (
        <p>
          <strong>{storeReasons[reason].title}.</strong> {storeReasons[reason].advice}
        </p>
      )}
      {reason && storeReasons[reason].details !== undefined && (
        <Fold title="Details">{storeReasons[reason].details}</Fold>
      )}
      {refresh.error && <ProblemView problem={refresh.error.problem} />}
    </Callout>
  )
}
