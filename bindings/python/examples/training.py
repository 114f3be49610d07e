# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""A training environment: many worlds on one level, stepped together, with arrays in and out.

In each world an agent has to reach a goal, and to avoid seven drones that bounce through the room. It sees 16 distances,
its velocity, and the direction of the goal; an action is an acceleration. reset() and step() are those of the vector
environments of common libraries; an episode that has ended begins anew in the next step.

    python3 training.py [WORLDS] [STEPS] [THREADS]      prints steps a second, with random actions
"""
import sys
import time

import numpy as np

import carom

ROOM = '''
################################
#              #               #
#              #               #
#    ###                 ###   #
#    ###                 ###   #
#              #               #
#              #               #
####  #####  ####  #####  ######
#              #               #
#      #               #       #
#      #       #       #       #
#      #               #       #
#              #               #
################################
'''.strip().splitlines()
CELL, DRONES, RAYS, RANGE = 16.0, 7, 16, 160.0
RADIUS, SPEED, DT, LIMIT = 5.0, 80.0, 1 / 15, 300


class Environment:
    """`count` worlds. Observations have the shape (count, 20), actions (count, 2) with members from -1 to 1."""

    def __init__(self, count, seed=0, threads=1):
        self.random, self.count, self.threads = np.random.default_rng(seed), count, threads
        codes = np.array([[cell == '#' for cell in row] for row in ROOM], np.uint8)
        self.level = carom.Level(carom.Tiles(codes, (CELL, CELL)))
        self.free = CELL * (np.argwhere(codes == 0)[:, ::-1] + 0.5)
        self.worlds = [carom.World(self.level) for _ in range(count)]
        agent, drone = carom.Circle(radius=RADIUS), carom.Circle(radius=4)
        self.agents = carom.BodyList(world.add(agent, response='slide') for world in self.worlds)
        self.drones = carom.BodyList(world.add(drone, response='bounce') for world in self.worlds for _ in range(DRONES))
        angles = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)
        self.rays = RANGE * np.column_stack([np.cos(angles), np.sin(angles)])
        self.goals = np.zeros((count, 2))
        self.age = np.zeros(count, int)

    def _places(self, *shape):
        return self.free[self.random.integers(len(self.free), size=shape)]

    def reset(self):
        self.over = np.ones(self.count, bool)
        self._restart(self.over)
        self.over[:] = False
        return self._observe()

    def _restart(self, which):
        """Agent, goal and drones of some worlds to new places."""
        n = which.sum()
        positions, velocities = self.agents.positions(), self.agents.velocities()
        positions[which], velocities[which] = self._places(n), 0
        self.agents.set_positions(positions)
        self.agents.set_velocities(velocities)
        crowd = np.repeat(which, DRONES)
        positions, velocities = self.drones.positions(), self.drones.velocities()
        angles = self.random.uniform(0, 2 * np.pi, n * DRONES)
        positions[crowd] = self._places(n * DRONES)
        velocities[crowd] = SPEED * np.column_stack([np.cos(angles), np.sin(angles)])
        self.drones.set_positions(positions)
        self.drones.set_velocities(velocities)
        self.goals[which], self.age[which] = self._places(n), 0

    def _observe(self):
        self.seen = self.agents.ray_many(self.rays)
        way = self.goals - self.agents.positions()
        return np.column_stack([self.seen.t, self.agents.velocities() / SPEED, way / RANGE]).astype(np.float32)

    def step(self, actions):
        """Returns observations, rewards, and which episodes have ended: by goal or drone, or by time."""
        if self.over.any():
            self._restart(self.over)
        velocities = 0.9 * self.agents.velocities() + 0.3 * SPEED * np.clip(actions, -1, 1)
        self.agents.set_velocities(velocities)
        carom.step_all(self.worlds, DT, self.threads)
        self.age += 1
        observations = self._observe()
        distance = RANGE * np.hypot(*observations[:, -2:].T)
        # A drone within 1.5 radii: its ray is that short.
        caught = ((self.seen.body >= 0) & (self.seen.t * RANGE < 1.5 * RADIUS)).any(axis=1)
        reached, late = distance < 2 * RADIUS, self.age >= LIMIT
        rewards = reached * 1.0 - caught * 1.0 - distance / 1e5
        self.over = reached | caught | late
        return observations, rewards, reached | caught, late


def main():
    worlds, steps, threads = (int(given) for given in (sys.argv[1:] + ['1000', '200', '1'][len(sys.argv) - 1:]))
    environment = Environment(worlds, threads=threads)
    environment.reset()
    random, reward, ended = np.random.default_rng(1), 0.0, 0
    began, began_work = time.perf_counter(), time.process_time()
    for _ in range(steps):
        _, rewards, terminated, truncated = environment.step(random.uniform(-1, 1, (worlds, 2)))
        reward += rewards.sum()
        ended += (terminated | truncated).sum()
    seconds, work = time.perf_counter() - began, time.process_time() - began_work
    states = np.array([world.hash() for world in environment.worlds], np.uint64)
    print(f'{worlds} worlds, {steps} steps, {ended} episodes, mean reward {reward / worlds / steps:.5f}')
    print(f'hash of all worlds: {np.bitwise_xor.reduce(states):016x}')
    print(f'{worlds * steps / seconds:.0f} steps a second on {threads} threads, {worlds * steps / work:.0f} a second of work')


if __name__ == '__main__':
    main()
