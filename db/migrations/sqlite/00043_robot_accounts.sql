-- +goose Up

-- 1: the operator said that a program plays there, or none, and its owner cannot.
ALTER TABLE players ADD COLUMN robot_fixed INTEGER NOT NULL DEFAULT 0 CHECK (robot_fixed IN (0, 1));
