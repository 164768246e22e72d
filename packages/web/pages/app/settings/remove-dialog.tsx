import type { ComponentChildren } from 'preact';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useApp } from '../app-context.ts';

interface RemoveDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly confirm: string;
  /** Of what is deleted. */
  readonly path: string;
  readonly onRemoved: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function RemoveDialog({ path, onRemoved, ...dialog }: RemoveDialogProps) {
  const { api } = useApp();
  const remove = async () => {
    await api.delete(path);
    await onRemoved();
  };
  return <ConfirmDialog {...dialog} onConfirm={remove} />;
}
