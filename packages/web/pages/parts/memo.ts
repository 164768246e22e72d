import { Component, type ComponentType, createElement, type FunctionComponent } from 'preact';

/**
 * Renders a component again only when one of its props is another value, as `memo` of preact/compat does. The context
 * of a component counts as always, so what is drawn hundreds of times gets all that changes as props.
 */
export function memo<Props extends object>(Plain: FunctionComponent<Props>): ComponentType<Props> {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return hasChanged(this.props, next);
    }

    override render() {
      return createElement(Plain, this.props as Props);
    }
  };
}

/** Compares the members of two objects, without what is in them. */
function hasChanged(before: object, next: object): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(next)]) as Set<keyof typeof before>;
  for (const name of names) if (!Object.is(before[name], next[name])) return true;
  return false;
}
