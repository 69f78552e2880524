import { Button, Stack } from '@mantine/core'
import { Check, Laptop } from 'lucide-react'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { IconLine } from '../../ui/IconLine.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useCallMutation } from '../../api/useCall.ts'
import { StartCard } from './StartCard.tsx'
import { showProblem } from '../../api/offerUndo.ts'
import { SmallButton } from '../../ui/variants.ts'

interface CardProps {
  keyStore: KeyStoreState
  /** Whether another way to start is open, so that the screen has only one primary button. */
  isSecondary?: boolean
  done: () => void
}

/** Offers to start the local service, with one button and no account. */
export function TryLocalCard({ keyStore, isSecondary = false, done }: CardProps) {
  const tryLocal = useCallMutation('profiles.tryLocal')
  const start = () => tryLocal.mutate({}, { onSuccess: done })
  const problem = tryLocal.error?.problem
  return (
    <StartCard
      icon={Laptop}
      title="Start on this computer"
      text="Run a real link service right here, with its own project. It’s ready in a second."
    >
      <Stack component="ul" gap="xs" mt={4} mb="xs">
        <Benefit>No account, and nothing leaves this computer</Benefit>
        <Benefit>{keyBenefit(keyStore)}</Benefit>
        <Benefit>Connect to your company’s service later</Benefit>
      </Stack>
      <Button
        fullWidth
        variant={isSecondary ? 'default' : 'filled'}
        loading={tryLocal.isPending}
        onClick={start}
      >
        Try it on this computer
      </Button>
      {problem && (
        <ProblemView
          problem={problem}
          actions={problem.code === 'embedded_port_taken' && <UseAnotherPort then={start} />}
        />
      )}
    </StartCard>
  )
}

function UseAnotherPort({ then }: { then: () => void }) {
  const changePort = useCallMutation('embedded.start')
  return (
    <SmallButton
      loading={changePort.isPending}
      onClick={() => changePort.mutate({ port: 'free' }, { onSuccess: then, onError: showProblem })}
    >
      Use another port
    </SmallButton>
  )
}

function Benefit({ children }: { children: string }) {
  return (
    <IconLine component="li" icon={Check} iconColor="var(--good-text)" gap={8}>
      {children}
    </IconLine>
  )
}

function keyBenefit({ kind, name }: KeyStoreState): string {
  return kind === 'keychain' ? `Its key is kept in ${name}` : 'Links are kept on this computer'
}
